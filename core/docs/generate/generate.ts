import { randomUUID } from 'node:crypto';
import type { Caller } from '#core/identity/rules.ts';
import { isSameUser } from '#core/identity/users.ts';
import { Failure, isFailure, isWritten } from '#core/platform/failure.ts';
import type { GitSource } from '#core/platform/ports/systems/git.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Stored } from '#core/platform/ports/records.ts';
import { sendStart } from '#core/runs/messages.ts';
import { repositoryName } from '#core/text/url.ts';
import type { ProjectKey } from '../project-files.ts';
import { assertProjectName, type GenerateRequest } from '../schema.ts';
import { docsSettings } from '../settings.ts';
import { type Generation, generations, type Project, projects } from '../tables.ts';
import { chooseModel, writerOf } from './asking/writer.ts';
import { claimFolder } from './claim-folder.ts';
import { withdraw } from './end.ts';
import { planQueue } from './messages.ts';

export type GenerateNeeds = Pick<
  Platform,
  'records' | 'blobs' | 'feed' | 'queue' | 'git' | 'clock' | 'environment' | 'home' | 'log' | 'ai'
>;
type Needs = GenerateNeeds;

/** Until the first step begins; then each step prolongs it. */
const firstLeaseMilliseconds = 120_000;

interface GenerateOptions {
  /** Where pages of the site have failed, it is not taken for up to date: they are written again,
   * the others come from the cache. The request's body has no word for it. */
  readonly completes?: boolean;
}

/**
 * Accepts a request: the record says `generating` and the work is queued when it resolves. Of
 * racing requests for one project one is accepted, the others are 'conflict', or with `queue`
 * remembered together: one generation comes after the running one.
 */
export async function generate(
  needs: Needs,
  caller: Caller,
  request: GenerateRequest,
  { completes = false }: GenerateOptions = {},
): Promise<{ project: string; status: 'generating' | 'queued' }> {
  const { source, name } = await readSource(needs, caller, request);
  const options = await readOptions(needs, request);
  const { records, queue, clock } = needs;
  const key = { owner: caller.username, name };
  const before = await records.get(projects, key);
  if (before?.status === 'generating') {
    if (!request.queue) throw inProgress(name);
    const isKept = await keepRequest(needs, before, caller, request);
    return isKept ? { project: name, status: 'queued' } : generate(needs, caller, request);
  }
  // Nothing of a project that had the name shall be taken for this one's.
  if (!before) await claimFolder(needs, key);

  const now = clock.now();
  const id = `gen_${randomUUID()}`;
  const remote = 'url' in source ? source : undefined;
  await records.insert(generations, {
    id,
    ...key,
    user_id: caller.userId ?? null,
    status: 'generating',
    ...options,
    writer: await writerOf(needs, options),
    force: request.force,
    started_at: now.toISOString(),
    lease_until: new Date(now.getTime() + firstLeaseMilliseconds).toISOString(),
    repo_url: remote?.url ?? null,
    repo_path: 'path' in source ? source.path : null,
    branch: remote?.ref ?? null,
    may_use_tokens: belongsTo(caller, docsSettings(needs.environment).GIT_TOKENS_FOR),
    before: before ? beforeOf(before, completes) : null,
  });
  try {
    await claim(needs, key, before, {
      repo_url: request.repo_url ?? request.repo_path ?? '',
      status: 'generating',
      page_count: 0,
      error_message: null,
      updated_at: now.toISOString(),
      ai_provider: options.ai_provider,
      ai_model: options.ai_model,
      branch: remote?.ref ?? null,
      current_stage: null,
      error_pages: 0,
      generation: id,
      queued: null,
    });
  } catch (error) {
    const isTaken = isFailure(error, 'conflict') || isFailure(error, 'missing');
    // After another error the claim may have been written: a sweep continues or ends it.
    if (isTaken) await records.delete(generations, { id });
    if (isTaken && request.queue) return generate(needs, caller, request);
    throw isTaken ? inProgress(name) : error;
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
  return { project: name, status: 'generating' };
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

async function readSource(
  { git, home, environment }: Needs,
  caller: Caller,
  { repo_url, repo_path, branch }: GenerateRequest,
): Promise<{ source: GitSource; name: string }> {
  if (typeof repo_path === 'string') {
    if (!caller.isAdmin) {
      const message = 'Local repo path access requires admin privileges';
      throw new Failure('forbidden', 'local_path', message);
    }
    if (!home.isOneMachine) {
      const message = 'Local repositories cannot be read here: give repo_url';
      throw new Failure('invalid', 'local_path', message);
    }
    if (typeof branch === 'string') {
      const message = 'A local repository is read as it is: branch goes with repo_url';
      throw new Failure('invalid', 'bad_ref', message);
    }
    const { directory } = await git.checkout({ path: repo_path });
    return { source: { path: directory }, name: readName(directory) };
  }
  const url = repo_url as string;
  const source = { url, ...(typeof branch === 'string' && { ref: branch }) };
  await git.check(source);
  const isSsh = !/^https:/i.test(url);
  if (isSsh && !belongsTo(caller, docsSettings(environment).SSH_CLONES)) {
    const message =
      'Only administrators may clone over ssh here: give the https URL of the repository';
    throw new Failure('forbidden', 'ssh_clone', message);
  }
  return { source, name: readName(url) };
}

function belongsTo(caller: Caller, group: 'admins' | 'users'): boolean {
  return caller.isAdmin || group === 'users';
}

function readName(source: string): string {
  const name = repositoryName(source);
  assertProjectName(name);
  return name;
}

async function readOptions(
  { environment, home, ai }: Needs,
  { ai_provider, ai_model, ai_cli_timeout }: GenerateRequest,
): Promise<Pick<Generation, 'ai_provider' | 'ai_model' | 'timeout_minutes'>> {
  const { AI_CLI_TIMEOUT } = docsSettings(environment);
  const model = await chooseModel({ environment, ai }, { ai_provider, ai_model });
  const maxMinutes = home.callMinutes;
  if ((ai_cli_timeout ?? 0) > maxMinutes) {
    const message = `ai_cli_timeout may be at most ${maxMinutes} minutes here`;
    throw new Failure('invalid', 'long_timeout', message);
  }
  return {
    ...model,
    timeout_minutes: Math.min(ai_cli_timeout ?? AI_CLI_TIMEOUT, maxMinutes),
  };
}

function beforeOf(project: Project, completes: boolean) {
  const { last_commit_sha, page_count, error_pages, ai_provider, ai_model } = project;
  const status = completes && error_pages > 0 ? ('error' as const) : project.status;
  return { status, commit_sha: last_commit_sha, page_count, error_pages, ai_provider, ai_model };
}

function inProgress(name: string): Failure {
  const message = `Project '${name}' is already being generated`;
  return new Failure('conflict', 'in_progress', message);
}

/** Remembers a request until the running generation has ended. False: it has ended meanwhile. */
async function keepRequest(
  { records }: Pick<Platform, 'records'>,
  { owner, name, generation }: Stored<Project>,
  { username, role, isAdmin, userId }: Caller,
  request: GenerateRequest,
): Promise<boolean> {
  const caller = { username, role, isAdmin, ...(userId !== undefined && { userId }) };
  const running = { generation, status: 'generating' as const };
  const queued = { request, caller };
  return isWritten(records.update(projects, { owner, name }, { queued }, running));
}
