import { endDay } from '#core/analysis/alerts/digest.ts';
import { alertTables } from '#core/analysis/base/tables/alert-tables.ts';
import { analysisTables } from '#core/analysis/base/tables/tables.ts';
import { sweepJobs } from '#core/analysis/jobs/sweep-jobs.ts';
import { removeOutdated } from '#core/analysis/results/remove-outdated.ts';
import { identityTables } from '#core/identity/tables.ts';
import { onEvent } from '#core/jobs/on-event.ts';
import { jobTables } from '#core/jobs/tables.ts';

/** Removes what has expired, and tells whom it concerns that a day has ended. */
export const handler = onEvent(async (platform) => {
  await sweepJobs(platform);
  await removeOutdated(platform);
  await endDay(platform);
  await platform.records.maintain([
    ...identityTables,
    ...jobTables,
    ...analysisTables,
    ...alertTables,
  ]);
});
