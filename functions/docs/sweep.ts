import { sweepDocs } from '#core/docs/projects/sweep.ts';
import { docsTables } from '#core/docs/tables.ts';
import { identityTables } from '#core/identity/tables.ts';
import { onEvent } from '#core/jobs/on-event.ts';
import { jobTables } from '#core/jobs/tables.ts';

/** Removes what has expired. */
export const handler = onEvent(async (platform) => {
  await sweepDocs(platform);
  await platform.records.maintain([...identityTables, ...jobTables, ...docsTables]);
});
