import type { Platform } from '#core/platform/ports/platform.ts';
import { listItems } from '#core/runs/items.ts';
import { removeRows } from '#core/runs/remove-rows.ts';
import { buildFolder } from '../base/job-files.ts';
import { isOpen, jobGroups, jobs } from '../base/tables/job-tables.ts';
import { failureHistory, passedTests } from '../base/tables/tables.ts';
import { recordCalls } from './record-history.ts';

type Needs = Pick<Platform, 'records' | 'blobs' | 'trees' | 'ai'>;

/** Removes what only an open job needs. Of one that is open: nothing. Repeated: the rest. */
export async function tidyJob(needs: Needs, id: string): Promise<void> {
  const job = await needs.records.get(jobs, { id });
  if (job && isOpen(job)) return;
  await needs.ai.abandon(id);
  await needs.trees.forget(id);
  // One that has failed has not recorded them.
  const groups = { items: jobGroups, itemOf: 'job' } as const;
  if (job?.status !== 'completed') await recordCalls(needs, await listItems(needs, groups, id));
  await removeRows(needs, jobGroups, { job: id });
  if (job?.kind === 'build') await needs.blobs.deletePrefix(buildFolder(id));
  // It may have been cancelled while its result was being saved.
  if (job?.status !== 'completed') {
    await removeRows(needs, failureHistory, { job_id: id });
    await removeRows(needs, passedTests, { job_id: id });
  }
}
