import type { HostReply, HostRequest } from './reply.ts';

export interface HostFile {
  readonly filename: string;
  readonly status?: string;
  readonly patch?: string;
  readonly additions?: number;
  readonly deletions?: number;
  readonly previous_filename?: string;
}

export interface HostComment {
  readonly id: number;
  readonly path: string;
  readonly start_line?: number;
  readonly start_side?: string;
  readonly line: number;
  readonly side: string;
  readonly body: string;
}

export interface HostReview {
  readonly id: number;
  readonly commit_id: string;
  readonly body: string;
  state: 'PENDING' | 'COMMENTED' | 'APPROVED' | 'CHANGES_REQUESTED' | 'DISMISSED';
  readonly comments: readonly HostComment[];
  readonly user?: { readonly login: string };
  readonly author_association?: string;
  readonly submitted_at?: string;
}

export interface HostIssueComment {
  readonly id: number;
  body: string;
  readonly user: { readonly login: string; readonly type: string };
  /** By login and content. */
  readonly reactions: Set<string>;
}

export interface HostCheckRun {
  readonly id: number;
  readonly name: string;
  readonly head_sha: string;
  status: string;
  conclusion: string | null;
  output: Readonly<Record<string, unknown>>;
  readonly completed_at?: string;
  /** Of a job of a workflow: it ends with `/actions/runs/<run>/job/<job>`. */
  readonly details_url?: string;
  readonly app?: { readonly slug: string };
}

export interface HostWorkflowRun {
  readonly id: number;
  readonly name: string;
  readonly run_number: number;
  readonly run_attempt: number;
  readonly head_sha: string;
  /** Default: main. */
  readonly head_branch?: string;
  readonly conclusion: string | null;
  readonly html_url: string;
  /** Default: completed. */
  readonly status?: string;
  /** Of its workflow; default: `.github/workflows/tests.yml`. */
  readonly path?: string;
  readonly pull_requests: readonly { readonly number: number }[];
}

export interface HostWorkflowJob {
  readonly id: number;
  readonly name: string;
  readonly conclusion: string | null;
  /** Of the workflow run. */
  readonly run: number;
  /** Of its log, at the host's storage; undefined: it has expired. */
  readonly url?: string;
}

export interface HostArtifact {
  readonly id: number;
  readonly name: string;
  readonly size_in_bytes: number;
  readonly expired: boolean;
  /** Of the workflow run. */
  readonly run: number;
  /** At the host's storage, which is another server. */
  readonly url: string;
}

export interface HostStatus {
  readonly sha: string;
  readonly context: string;
  readonly state: string;
  readonly description: string | null;
}

/** The part of a pull request that a test describes. */
export interface PullDescription {
  readonly files: readonly HostFile[];
  readonly diff?: string;
  /** The diff route answers 406. */
  readonly tooLarge?: boolean;
  readonly title?: string;
  readonly state?: string;
  /** Replaces fields of the answer. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Files as of earlier commits of the pull request. */
  readonly earlier?: Readonly<Record<string, readonly HostFile[]>>;
  /** Commits whose merge base has other content in their files. */
  readonly rebased?: readonly string[];
}

export interface HostPull {
  readonly number: number;
  description: PullDescription;
  author: string;
  headRef: string;
  headSha: string;
  baseRef: string;
  isDraft: boolean;
  isMerged: boolean;
  /** null: not computed yet. */
  mergeable: boolean | null;
  /** The base has moved: the next answer has no `mergeable`. */
  isStale?: boolean;
  mergeableState: string;
  mergeCommit: string | null;
  /** Of its last change. */
  updatedAt?: string;
  /** How many; default 1. */
  commits?: number;
  readonly labels: Set<string>;
  /** Who set them, oldest first. */
  readonly labelEvents: { readonly name: string; readonly login: string }[];
  readonly assignees: Set<string>;
  readonly requestedReviewers: Set<string>;
  readonly comments: HostIssueComment[];
  readonly reviews: HostReview[];
  /** By the id of the first comment. `viewer`: written with our token. */
  readonly threads: Map<number, { isResolved: boolean; isOutdated: boolean; viewer: boolean }>;
}

export interface HostIssue {
  readonly number: number;
  readonly title: string;
  readonly body: string | null;
  state: 'open' | 'closed';
  /** Login. */
  readonly user: string;
  readonly labels: readonly string[];
  readonly created_at: string;
  readonly html_url: string;
}

export interface HostRepository {
  readonly fullName: string;
  defaultBranch: string;
  /** Default: at the host. */
  cloneUrl?: string;
  /** Name to commit. */
  readonly branches: Map<string, string>;
  /** By lower-case name. */
  readonly labels: Map<string, { name: string; color: string; description: string }>;
  readonly pulls: Map<number, HostPull>;
  /** Files by `<path>@<commit>`. */
  readonly contents: Map<string, string>;
  /** The tree API leaves out half of a tree. */
  truncatesTrees: boolean;
  readonly collaborators: Map<string, 'admin' | 'write' | 'read'>;
  readonly checkRuns: HostCheckRun[];
  readonly workflowRuns: HostWorkflowRun[];
  readonly workflowJobs: HostWorkflowJob[];
  readonly artifacts: HostArtifact[];
  readonly statuses: HostStatus[];
  /** Of protected branches: the required checks. */
  readonly protection: Map<string, readonly string[]>;
  /** Of rulesets: the required checks of a branch. */
  readonly rules: Map<string, readonly string[]>;
  readonly hooks: HostHook[];
  hasIssues: boolean;
  /** Oldest first. */
  readonly issues: HostIssue[];
}

export interface HostHook {
  readonly id: number;
  readonly name: 'web';
  active: boolean;
  events: readonly string[];
  config: Readonly<Record<string, unknown>>;
  /** Newest first. */
  readonly deliveries: HostDelivery[];
}

export interface HostDelivery {
  /** A number beyond 2^53, as the real ones since 2026. */
  readonly id: string;
  /** Of redeliveries the same. */
  readonly guid: string;
  readonly delivered_at: string;
  readonly redelivery: boolean;
  readonly status_code: number;
  readonly event: string;
  readonly action: string | null;
  readonly payload: Readonly<Record<string, unknown>>;
}

export interface HostApp {
  readonly id: string;
  /** PEM. */
  readonly publicKey: string;
  /** Full name. */
  readonly installedIn: string;
  readonly permissions: Readonly<Record<string, string>>;
  /** Token to the time of its end. */
  readonly tokens: Map<string, number>;
}

export interface ScmHost {
  handle: (request: HostRequest) => HostReply;
  /** By full name. */
  readonly repositories: Map<string, HostRepository>;
  /** Token to login. */
  readonly tokens: Map<string, string>;
  /** The tokens are those of an app: only apps may create check runs. */
  isApp: boolean;
  /** An app with a private key, installed in one repository. */
  app?: HostApp;
  /** Requests that the rate limit leaves, by login; default: 5,000. */
  readonly remaining: Map<string, number>;
  /** The documents that list addresses. */
  readonly published: { scm: object; cdn: object };
  /** `owner/repo` */
  readonly repository: HostRepository;
  /** The pull request 7 of `owner/repo`. */
  readonly seven: HostPull;
  readonly pull: { current: PullDescription };
  readonly contents: HostRepository['contents'];
  readonly reviews: HostPull['reviews'];
  readonly threads: HostPull['threads'];
  /** Answers for the next requests; `undefined` is the real answer. */
  readonly faults: (HostReply | undefined)[];
  readonly requests: HostRequest[];
  /** Requests that changed something: `<method> <path> <body>`. */
  readonly changes: string[];
  /** Called after each change, before its answer is sent; a reply replaces the answer. */
  afterChange: (change: string) => HostReply | undefined;
  /** Of a served host: every answer waits for it. */
  hold: () => Promise<void>;
  nextId(): number;
  /** Its clock; default: the real time. */
  now: () => Date;
  /** Base URL, for links to further pages. */
  origin: string;
}

export const head = 'a'.repeat(40);
export const base = 'b'.repeat(40);
export const hostToken = 'Zq9-the-token-of-the-code-host';
/** The login of hostToken. */
export const hostUser = 'lantern-bot';

export function newPull(number: number, description: PullDescription): HostPull {
  return {
    ...{ number, description },
    ...{ author: 'ada', headRef: 'topic', headSha: head, baseRef: 'main' },
    ...{ isDraft: false, isMerged: false, mergeable: true, mergeableState: 'clean' },
    ...{ mergeCommit: null, labels: new Set(), labelEvents: [], assignees: new Set() },
    ...{ requestedReviewers: new Set(), comments: [], reviews: [], threads: new Map() },
  };
}

export function newRepository(fullName: string): HostRepository {
  return {
    ...{ fullName, defaultBranch: 'main', branches: new Map([['main', base]]) },
    ...{ labels: new Map(), pulls: new Map(), contents: new Map(), truncatesTrees: false },
    collaborators: new Map([
      [hostUser, 'admin'],
      ['ada', 'write'],
    ]),
    ...{ checkRuns: [], statuses: [], protection: new Map(), rules: new Map(), hooks: [] },
    ...{ workflowRuns: [], workflowJobs: [], artifacts: [], hasIssues: true, issues: [] },
  };
}
