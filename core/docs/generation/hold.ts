import { Failure, isFailure } from '../../platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Stored } from '#core/platform/ports/records.ts';
import { generations, projects, type Generation, type Project, type Stage } from '../tables.ts';
import { appendProgress } from './append-progress.ts';
import { generationEnded, leaseMilliseconds, orEnded, type Step } from './step.ts';

type Needs = Pick<Platform, 'records' | 'feed' | 'clock'>;

/** Planning comes before rendering: whoever renders has taken the generation from whoever plans. */
const rank = { plan: 0, render: 1_000_000_000 };

/** The generation in the hands of one worker. Writes of a worker that was given up are refused. */
export interface Held {
  /** The row as written last. */
  row(): Stored<Generation>;
  write(changes: Partial<Generation>): Promise<void>;
  /** Says where the work stands: in the project's record, in the history and to who watches. */
  enter(stage: Stage, changes?: Partial<Generation>): Promise<void>;
}

export async function holdGeneration(
  { records, feed, clock }: Needs,
  { row: first, fence: lease }: Step,
  kind: keyof typeof rank,
): Promise<Held> {
  const fence = rank[kind] + lease;
  let row = await take(first);

  async function take(seen: Stored<Generation>): Promise<Stored<Generation>> {
    if (seen.fence > fence) throw lost();
    const { id } = seen;
    try {
      const changes = { fence, lease_until: later() };
      return await records.update(generations, { id }, changes, { version: seen.version });
    } catch (error) {
      if (!isFailure(error, 'conflict', 'changed')) throw error;
      // The end of a page, or another worker.
      const now = await records.get(generations, { id });
      if (now?.status !== 'generating') throw generationEnded();
      return take(now);
    }
  }

  function later(): string {
    return new Date(clock.now().getTime() + leaseMilliseconds).toISOString();
  }

  const { id, owner, name } = first;
  const held: Held = {
    row: () => row,

    async write(changes) {
      row = await orEnded(
        records.update(generations, { id }, changes, { fence, status: 'generating' }),
      );
    },

    async enter(stage, changes = {}) {
      await held.write({ ...changes, stage, lease_until: later() });
      await Promise.all([
        changeProject({ records, clock }, { owner, name, id }, { current_stage: stage }),
        appendProgress({ feed, clock }, row),
      ]);
    },
  };
  return held;
}

/** Writes to the project's record while the generation has it. */
export async function changeProject(
  { records, clock }: Pick<Platform, 'records' | 'clock'>,
  { owner, name, id }: Pick<Generation, 'owner' | 'name' | 'id'>,
  changes: Partial<Project>,
): Promise<void> {
  const updated_at = clock.now().toISOString();
  const expect = { generation: id, status: 'generating' as const };
  await orEnded(records.update(projects, { owner, name }, { ...changes, updated_at }, expect));
}

function lost(): Failure {
  return new Failure('unavailable', 'taken_over', 'Another worker has the generation');
}
