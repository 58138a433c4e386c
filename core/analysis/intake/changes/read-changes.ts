import { isFailure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { RunChanges } from '../../base/schema/changes.ts';
import type { SecretParams } from '../../base/schema/params.ts';
import type { Job } from '../../base/tables/job-tables.ts';
import type { Ci, CiBuild } from '../ci/ci.ts';
import { changesOfCommit } from './changes-of-commit.ts';

type Needs = Pick<Platform, 'records' | 'environment' | 'fetch' | 'clock'>;

interface Read {
  readonly changes: RunChanges | null;
  readonly note: readonly string[];
}

/** What changed since the last run of the job that passed. An analysis is worth having without it: that
 * it cannot be read is a note. */
export async function readChanges(
  needs: Needs,
  job: Job,
  secrets: SecretParams,
  source?: { readonly ci: Ci; readonly root: CiBuild },
): Promise<Read> {
  try {
    const changes = source
      ? await source.ci.changes(source.root)
      : await changesOfCommit(needs, job, secrets);
    return { changes: changes ?? null, note: [] };
  } catch (error) {
    if (!isFailure(error)) throw error;
    return { changes: null, note: [`What changed could not be read: ${error.message}`] };
  }
}
