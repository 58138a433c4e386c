import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

// A small code host with the refusals of GitHub's REST API for pull requests. Statuses and texts as
// in docs.github.com/rest/pulls and in reports of real answers.

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
  readonly line: number;
  readonly side: string;
  readonly body: string;
}

export interface HostReview {
  readonly id: number;
  readonly commit_id: string;
  readonly body: string;
  state: 'PENDING' | 'COMMENTED';
  readonly comments: readonly HostComment[];
}

export interface HostPull {
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
}

export interface HostRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

export interface HostReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON unless it is a string. */
  readonly body: unknown;
}

export const head = 'a'.repeat(40);
export const base = 'b'.repeat(40);
export const hostToken = 'Zq9-the-token-of-the-code-host';
const longestBody = 65_536;

export interface ScmHost {
  handle: (request: HostRequest) => HostReply;
  readonly pull: { current: HostPull };
  /** Files by `<path>@<commit>`. */
  readonly contents: Map<string, string>;
  readonly reviews: HostReview[];
  /** `viewer`: written with our token. */
  readonly threads: Map<number, { isResolved: boolean; isOutdated: boolean; viewer: boolean }>;
  /** Answers for the next requests; `undefined` is the real answer. */
  readonly faults: (HostReply | undefined)[];
  readonly requests: HostRequest[];
  /** Base URL, for links to further pages. */
  origin: string;
}

/** One repository, `owner/repo`, with the pull request 7. */
export function scmHost(pull: HostPull): ScmHost {
  let ids = 100;
  const host: ScmHost = {
    handle,
    pull: { current: pull },
    contents: new Map(),
    ...{ reviews: [], threads: new Map(), faults: [], requests: [], origin: 'http://host' },
  };
  return host;

  function handle(request: HostRequest): HostReply {
    host.requests.push(request);
    const fault = host.faults.shift();
    if (fault) return fault;
    if (request.headers['authorization'] !== `Bearer ${hostToken}`) {
      return { status: 401, body: { message: 'Bad credentials' } };
    }
    const url = new URL(request.path, host.origin);
    const path = url.pathname.replace(/^\/repos\/owner\/repo\//, '');
    const route = `${request.method} ${path}`;
    if (route === 'GET pulls/7') return metadata(request);
    if (route === 'GET pulls/7/files') return page(url, host.pull.current.files.map(filled));
    if (route === 'GET pulls/7/comments') {
      return page(
        url,
        published().flatMap((review) => review.comments),
      );
    }
    // With the draft of the user who asks.
    if (route === 'GET pulls/7/reviews') return page(url, host.reviews);
    if (route === 'POST pulls/7/reviews') return createReview(JSON.parse(request.body) as Posted);
    if (route.startsWith('DELETE pulls/7/reviews/'))
      return deleteReview(Number(path.split('/')[3]));
    if (route.startsWith('GET compare/')) return compare(path.slice('compare/'.length));
    if (route.startsWith('GET contents/')) {
      return contents(decodeURIComponent(path.slice('contents/'.length)), url);
    }
    if (route === 'POST /graphql') return graphql(JSON.parse(request.body) as Query);
    return { status: 404, body: { message: 'Not Found' } };
  }

  function published(): HostReview[] {
    return host.reviews.filter(({ state }) => state !== 'PENDING');
  }

  function metadata({ headers }: HostRequest): HostReply {
    const { current } = host.pull;
    if (headers['accept']?.includes('diff')) {
      if (current.tooLarge) {
        const message = 'Sorry, the diff exceeded the maximum number of lines (20000)';
        return { status: 406, body: { message, errors: [{ code: 'too_large' }] } };
      }
      return { status: 200, body: current.diff ?? '' };
    }
    const { title = 'A change', state = 'open', files } = current;
    const sides = { head: { sha: head, ref: 'topic' }, base: { sha: base, ref: 'main' } };
    const body = { ...sides, title, state, changed_files: files.length, ...current.metadata };
    return { status: 200, body };
  }

  /** 30 at a time unless asked, never more than 100. */
  function page(url: URL, all: readonly unknown[]): HostReply {
    const size = Math.min(100, Number(url.searchParams.get('per_page') ?? 30));
    const number = Number(url.searchParams.get('page') ?? 1);
    const body = all.slice((number - 1) * size, number * size);
    if (number * size >= all.length) return { status: 200, body };
    const next = new URL(url.href);
    next.searchParams.set('page', String(number + 1));
    return { status: 200, headers: { link: `<${next.href}>; rel="next"` }, body };
  }

  function createReview({ commit_id = head, body = '', event, comments = [] }: Posted): HostReply {
    const files = commit_id === head ? host.pull.current.files : earlier(commit_id);
    if (!files) return refused('commit_id is not part of the pull request');
    if (host.reviews.some(({ state }) => state === 'PENDING')) {
      return refused('User can only have one pending review per pull request');
    }
    if (event !== undefined && event !== 'COMMENT') return refused('event is not included');
    if (event === 'COMMENT' && body.trim() === '') return refused("body can't be blank");
    if (body.length > longestBody) return refused('body is too long (maximum is 65536 characters)');
    for (const { path, line, side, body: text } of comments) {
      const file = files.find(({ filename }) => filename === path);
      if (!file) return refused('Path could not be resolved');
      if (side !== 'RIGHT' || !commentable(file.patch).has(line)) {
        return refused('Line could not be resolved');
      }
      if (text.trim() === '') return refused("body can't be blank");
      if (text.length > longestBody)
        return refused('body is too long (maximum is 65536 characters)');
    }
    const state = event === 'COMMENT' ? 'COMMENTED' : 'PENDING';
    const stored = comments.map((comment) => ({ id: ++ids, ...comment }));
    const review: HostReview = { id: ++ids, commit_id, body, state, comments: stored };
    host.reviews.push(review);
    for (const { id } of stored) {
      host.threads.set(id, { isResolved: false, isOutdated: false, viewer: true });
    }
    return { status: 200, body: { id: review.id, state } };
  }

  function deleteReview(id: number): HostReply {
    const at = host.reviews.findIndex((review) => review.id === id);
    const review = host.reviews[at];
    if (!review) return { status: 404, body: { message: 'Not Found' } };
    if (review.state !== 'PENDING')
      return refused('Can not delete a non-pending pull request review');
    host.reviews.splice(at, 1);
    return { status: 200, body: { id } };
  }

  function earlier(commit: string): readonly HostFile[] | undefined {
    return host.pull.current.earlier?.[commit];
  }

  function compare(range: string): HostReply {
    const files = earlier(decodeURIComponent(range).split('...')[1] ?? '');
    if (!files) return { status: 404, body: { message: 'Not Found' } };
    return { status: 200, body: { files: files.map(filled) } };
  }

  function contents(path: string, url: URL): HostReply {
    const text = host.contents.get(`${path}@${url.searchParams.get('ref')}`);
    if (text === undefined) return { status: 404, body: { message: 'Not Found' } };
    const content = Buffer.from(text).toString('base64').replace(/.{60}/g, '$&\n');
    return { status: 200, body: { type: 'file', encoding: 'base64', content } };
  }

  function graphql({ query, variables }: Query): HostReply {
    const comments = published().flatMap((review) => review.comments);
    if (query.startsWith('query Threads')) {
      const nodes = comments.map(({ id, body }) => {
        const { viewer, ...state } = host.threads.get(id) as { viewer: boolean };
        const first = [{ body, viewerDidAuthor: viewer }];
        return { id: String(id), ...state, viewerCanResolve: true, comments: { nodes: first } };
      });
      // Two at a time, so that every test of more pages through.
      const from = Number(variables['after'] ?? 0);
      const pageInfo = { hasNextPage: from + 2 < nodes.length, endCursor: String(from + 2) };
      const reviewThreads = { pageInfo, nodes: nodes.slice(from, from + 2) };
      return { status: 200, body: { data: { repository: { pullRequest: { reviewThreads } } } } };
    }
    const thread = host.threads.get(Number(variables['id']));
    if (!thread) return { status: 200, body: { data: null, errors: [{ type: 'NOT_FOUND' }] } };
    thread.isResolved = true;
    return { status: 200, body: { data: { resolveReviewThread: { thread: { id: '' } } } } };
  }
}

interface Posted {
  readonly commit_id?: string;
  readonly body?: string;
  readonly event?: string;
  readonly comments?: readonly Omit<HostComment, 'id'>[];
}

interface Query {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

function filled(file: HostFile) {
  return { status: 'modified', additions: 0, deletions: 0, ...file };
}

function refused(error: string): HostReply {
  return { status: 422, body: { message: 'Unprocessable Entity', errors: [error] } };
}

/** The lines of the new file that a patch shows. */
function commentable(patch = ''): Set<number> {
  const lines = new Set<number>();
  let next = 0;
  for (const line of patch.split('\n')) {
    const start = /^@@ -\S+ \+(\d+)/.exec(line)?.[1];
    if (start !== undefined) next = Number(start);
    else if (line.startsWith('+') || line.startsWith(' ')) lines.add(next++);
  }
  return lines;
}

/** The host behind a real server. `origin` is its base URL. */
export async function serveHost(host: ScmHost): Promise<{ close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { status, headers, body } = host.handle({
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers as Record<string, string>,
        body: Buffer.concat(chunks).toString(),
      });
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  host.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
