import { randomUUID } from 'node:crypto';
import type { Caller } from '#core/identity/rules.ts';
import { isSameUser } from '#core/identity/users.ts';
import { Failure, isFailure, isWritten } from '#core/platform/failure.ts';
import { dayMilliseconds } from '#core/platform/ports/clock.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Stored } from '#core/platform/ports/records.ts';
import type { GitSource } from '#core/platform/ports/systems/git.ts';
import { sendStart } from '#core/runs/messages.ts';
import type { ProjectKey } from '../project-files.ts';
import type { GenerateRequest } from '../schema.ts';
import {
  type Generation,
  generations,
  type Project,
  type ProjectStart,
  projects,
  projectStarts,
} from '../tables.ts';
import { projectKey, projectOf } from '../variant.ts';
import { writerOf } from './asking/writer.ts';
import { claimFolder } from './claim-folder.ts';
import { withdraw } from './end.ts';
import { isBusy, keepRequest } from './keep-request.ts';
import { planQueue } from './messages.ts';
import { namesOther, otherRepository, warningOf } from './other-repository.ts';
import { readOptions, readSource } from './read-request.ts';

export type GenerateNeeds = Pick<
  Platform,
  'records' | 'blobs' | 'feed' | 'queue' | 'git' | 'clock' | 'environment' | 'home' | 'log' | 'ai'
>;
type Needs = GenerateNeeds;

/** Longer than a request takes. */
const startMilliseconds = dayMilliseconds;
/** Until the first step begins; then each step prolongs it. */
const firstLeaseMilliseconds = 120_000;

interface GenerateOptions {
  /** Where pages of the site have failed, it is not taken for up to date: they are written again,
   * the others come from the cache. The request's body has no word for it. */
  readonly completes?: boolean;
}

export interface Accepted {
  readonly project: string;
  readonly status: 'generating' | 'queued';
  /** The name belonged to another repository. */
  readonly warning?: string;
}

/**
 * Accepts a request: the record says `generating` and the work is queued when it resolves. Of
 * racing requests for one project, whatever the branch, one is accepted, the others are 'conflict',
 * or with `queue` remembered: one generation of each branch comes after the running one.
 */
export async function generate(
  needs: Needs,
  caller: Caller,
  request: GenerateRequest,
  { completes = false }: GenerateOptions = {},
): Promise<Accepted> {
  const { source, name } = await readSource(needs, caller, request);
  const options = await readOptions(needs, request);
  const { records, queue } = needs;
  const key = { owner: caller.username, name };
  // Read before the rest: who begins after this is noticed.
  const last = await records.get(projectStarts, projectKey(key));
  const before = await records.get(projects, key);
  const other = await otherRepository(needs, before, request, source);
  if (before && other !== undefined && request.replace === false) throw namesOther(name, other);
  if (!before && request.create === false) throw noSite(name);
  const again = () => generate(needs, caller, request, { completes });
  if (await isBusy(needs, key)) {
    if (!request.queue) throw inProgress(name);
    const branch = 'url' in source ? (source.ref ?? null) : null;
    const later = { key, before, caller, request: { ...request, branch } };
    // The running one may have ended before it could see this request.
    if (!(await keepRequest(needs, later)) || !(await isBusy(needs, key))) return again();
    return { project: name, status: 'queued', ...warningOf(name, other) };
  }
  // Nothing of a project that had the name shall be taken for this one's.
  if (!before) await claimFolder(needs, key);
  const details = { ...options, writer: await writerOf(needs, options) };
  const beginning = { key, before, last, caller, request, source, details, completes, other };
  const id = await begin(needs, beginning);
  if (id === undefined) {
    // The other one has ended, or the project was deleted.
    if (request.queue || !(await isBusy(needs, key))) return again();
    throw inProgress(name);
  }
  // To look the repository up takes time, in which the user may have been removed.
  if (!(await isSameUser(needs, caller))) {
    await withdraw(needs, { id, ...key }, before);
    throw new Failure('unauthorized', 'removed_user', 'Unauthorized');
  }
  await sendStart({ queue }, { queues: { start: planQueue } }, id).catch((error: unknown) => {
    // The record is written: a sweep sends the message again.
    needs.log('WARNING', 'a generation will be queued later', { id, error: String(error) });
  });
  return { project: name, status: 'generating', ...warningOf(name, other) };
}

interface Beginning {
  readonly key: ProjectKey;
  readonly before: Stored<Project> | undefined;
  readonly last: Stored<ProjectStart> | undefined;
  readonly caller: Caller;
  readonly request: GenerateRequest;
  readonly source: GitSource;
  readonly details: Pick<
    Generation,
    'ai_provider' | 'ai_model' | 'timeout_minutes' | 'max_cost' | 'writer'
  >;
  readonly completes: boolean;
  /** The repository whose site is replaced. */
  readonly other: string | undefined;
}

/** Writes the generation and the mark of its site. Undefined: another one of the project runs. */
async function begin(
  needs: Needs,
  { key, before, last, caller, request, source, details, completes, other }: Beginning,
): Promise<string | undefined> {
  const { records, clock } = needs;
  const now = clock.now();
  const id = `gen_${randomUUID()}`;
  const remote = 'url' in source ? source : undefined;
  await records.insert(generations, {
    id,
    ...key,
    user_id: caller.userId ?? null,
    status: 'generating',
    ...details,
    // Nothing of the other repository's pages and plan is used.
    force: request.force || other !== undefined,
    started_at: now.toISOString(),
    lease_until: new Date(now.getTime() + firstLeaseMilliseconds).toISOString(),
    repo_url: remote?.url ?? null,
    repo_path: 'path' in source ? source.path : null,
    branch: remote?.ref ?? null,
    may_use_tokens: remote?.mayUseTokens ?? false,
    before: before
      ? { ...beforeOf(before, completes), ...(other !== undefined && { is_other: true }) }
      : null,
  });
  try {
    await claim(needs, key, before, {
      repo_url: request.repo_url ?? request.repo_path ?? '',
      status: 'generating',
      page_count: 0,
      error_message: null,
      updated_at: now.toISOString(),
      ai_provider: details.ai_provider,
      ai_model: details.ai_model,
      branch: remote?.ref ?? null,
      current_stage: null,
      error_pages: 0,
      generation: id,
      site: before ? publishedOf(before) : null,
      queued: null,
    });
  } catch (error) {
    // After another error the claim may have been written: a sweep continues or ends it.
    if (!isFailure(error, 'conflict') && !isFailure(error, 'missing')) throw error;
    await records.delete(generations, { id });
    return undefined;
  }
  if (await isFirst(needs, key, last, id)) return id;
  await withdraw(needs, { id, ...key }, before);
  return undefined;
}

/** No variant of the project has begun since the last one was read. One that dies before this is written
 * keeps its mark, and a sweep continues it. */
function isFirst(
  { records, clock }: Needs,
  key: ProjectKey,
  last: Stored<ProjectStart> | undefined,
  generation: string,
): Promise<boolean> {
  const expires_at = new Date(clock.now().getTime() + startMilliseconds).toISOString();
  const row = { generation, expires_at };
  const write = last
    ? records.update(projectStarts, projectKey(key), row, { version: last.version })
    : records.insert(projectStarts, { ...projectKey(key), ...row });
  return isWritten(write);
}

/** The row is the in-progress mark: the request that writes it has the project. */
async function claim(
  { records }: Needs,
  { owner, name }: ProjectKey,
  before: Stored<Project> | undefined,
  row: Partial<Project> & { readonly updated_at: string },
): Promise<void> {
  const key = { owner, name };
  if (before) await records.update(projects, key, row, { version: before.version });
  else await records.insert(projects, { ...key, created_at: row.updated_at, ...row });
}

function beforeOf(project: Project, completes: boolean) {
  const { last_commit_sha, page_count, error_pages, ai_provider, ai_model } = project;
  const status = completes && error_pages > 0 ? ('error' as const) : project.status;
  return { status, commit_sha: last_commit_sha, page_count, error_pages, ai_provider, ai_model };
}

/** The site that the row describes, also a row from before the column. */
function publishedOf(project: Project): Project['site'] {
  const { site, status, last_commit_sha, last_generated, page_count, error_pages } = project;
  if (site || status !== 'ready' || last_commit_sha === null || last_generated === null)
    return site;
  return { commit_sha: last_commit_sha, generated_at: last_generated, page_count, error_pages };
}

function inProgress(name: string): Failure {
  const message = `Project '${projectOf(name)}' is already being generated`;
  return new Failure('conflict', 'in_progress', message);
}

function noSite(name: string): Failure {
  return new Failure('missing', 'no_project', `Project '${name}' not found`);
}
