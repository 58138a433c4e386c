import { Failure, isWritten } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Stored } from '#core/platform/ports/records.ts';
import { readFamily, removeGeneration } from '../store.ts';
import { type Generation, generations, type Project, projects } from '../tables.ts';
import { appendProgress } from './progress/append-progress.ts';

type Needs = Pick<Platform, 'records' | 'feed' | 'clock'>;

type Outcome =
  | { readonly status: 'error'; readonly message: string }
  | {
      readonly status: 'ready';
      readonly stage: 'up_to_date' | null;
      readonly commit_sha: string;
      readonly page_count: number;
      readonly error_pages: number;
      /** The writer of the site, when it was not this generation. */
      readonly ai_provider?: string | null | undefined;
      readonly ai_model?: string | null | undefined;
    };

export const interrupted = 'Generation was interrupted';

/**
 * Writes the final status, which frees the project in the same moment. False: the generation has
 * ended before, or another one has the project. Repeated: false, and what a crash left of the
 * history is completed.
 */
export async function endGeneration(
  needs: Needs,
  id: string,
  outcome: Outcome,
  details: Partial<Generation> = {},
): Promise<boolean> {
  const { records, clock } = needs;
  const generation = await records.get(generations, { id });
  if (!generation) return false;
  const { owner, name } = generation;
  const now = clock.now().toISOString();
  const row = rowOf(outcome, generation, now);
  const expect = { generation: id, status: 'generating' as const };
  const hasEnded = await isWritten(records.update(projects, { owner, name }, row, expect));
  await completeHistory(needs, generation, details);
  return hasEnded;
}

/** The last entry of the feed and the generation's own row, after the project's row. */
export async function completeHistory(
  needs: Needs,
  generation: Stored<Generation>,
  details: Partial<Generation> = {},
): Promise<void> {
  if (generation.status !== 'generating') return;
  const { records, clock } = needs;
  const { id, owner, name } = generation;
  const project = await records.get(projects, { owner, name });
  if (project?.generation === id && project.status === 'generating') return;
  const changes = { ...details, ...resultOf(project, id), ended_at: clock.now().toISOString() };
  // Before the row, after which no step comes back: two last entries are better than none.
  await appendProgress(needs, { ...generation, ...changes });
  await isWritten(records.update(generations, { id }, changes, { status: 'generating' }));
}

/** The project's row knows the result, unless another generation has come since. */
function resultOf(project: Project | undefined, id: string): Partial<Generation> {
  if (project?.generation !== id) return { status: 'error', error_message: interrupted };
  const { status, error_message, page_count, error_pages } = project;
  if (status === 'error') return { status, error_message };
  return { status, error_message: null, pages: page_count, error_pages };
}

function rowOf(outcome: Outcome, { pages }: Generation, now: string): Partial<Project> {
  if (outcome.status === 'error') {
    const { status, message } = outcome;
    const ended = { status, error_message: message, current_stage: null, updated_at: now };
    return { ...ended, page_count: pages };
  }
  const { status, stage, commit_sha, page_count, error_pages, ai_provider, ai_model } = outcome;
  return {
    status,
    ...(ai_provider !== undefined && { ai_provider }),
    ...(ai_model !== undefined && { ai_model }),
    last_commit_sha: commit_sha,
    last_generated: now,
    page_count,
    error_pages,
    ...(stage === null && { site: { commit_sha, generated_at: now, page_count, error_pages } }),
    error_message: null,
    current_stage: stage,
    updated_at: now,
  };
}

const abortedByUser = 'Generation aborted by user';

/**
 * Ends a running generation: the record says so at once, and the steps at work notice within a
 * second and stop what they started. None is running: 'missing'.
 */
export async function abortGeneration(
  needs: Needs,
  project: Stored<Project>,
): Promise<{ aborted: string }> {
  const { generation, status, owner, name } = project;
  // A person who stops a generation does not want the next one at once.
  const running = { generation, status: 'generating' as const };
  const update = needs.records.update(projects, { owner, name }, { queued: null }, running);
  await isWritten(update);
  const ended =
    status === 'generating' &&
    generation !== null &&
    (await endGeneration(needs, generation, { status: 'error', message: abortedByUser }));
  if (ended) return { aborted: name };
  const other = (await readFamily(needs, project)).find(
    (site) => site.name !== name && site.status === 'generating',
  );
  const hint = other ? `: '${other.name}' is being generated` : '';
  throw new Failure('missing', 'not_generating', `No generation of '${name}' is running${hint}`);
}

/** Takes a generation back that must not be: the project is as it was before. One that has ended,
 * or whose project is gone: only the generation goes. */
export async function withdraw(
  needs: Pick<Platform, 'records' | 'feed'>,
  { id, owner, name }: Pick<Generation, 'id' | 'owner' | 'name'>,
  before?: Stored<Project>,
): Promise<void> {
  const key = { owner, name };
  const mine = { generation: id, status: 'generating' as const };
  const { version: _version, ...row } = before ?? {};
  await isWritten(
    before
      ? needs.records.update(projects, key, row, mine)
      : needs.records.delete(projects, key, mine),
  );
  await removeGeneration(needs, id);
}
