import type { HostContext } from '#core/http/host-context.ts';
import { sweepJobs } from '#core/analysis/jobs/sweep-jobs.ts';
import { alertTables } from '#core/analysis/alerts/alert-tables.ts';
import { analysisTables } from '#core/analysis/tables.ts';
import { identityTables } from '#core/identity/tables.ts';
import { jobTables } from '#core/jobs/tables.ts';
import { platform as openPlatform } from '#core/home/platform.ts';

/** Removes what has expired. */
export async function handler(_event: unknown, context: HostContext = {}): Promise<void> {
  const platform = context.lantern?.platform ?? (await openPlatform());
  await sweepJobs(platform);
  await platform.records.maintain([
    ...identityTables,
    ...jobTables,
    ...analysisTables,
    ...alertTables,
  ]);
}
