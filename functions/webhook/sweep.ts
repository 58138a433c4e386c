import { identityTables } from '#core/identity/tables.ts';
import { onEvent } from '#core/jobs/on-event.ts';
import { jobTables } from '#core/jobs/tables.ts';
import { sweepBodies } from '#core/webhook/deliveries/kept-body.ts';
import { alertMarks } from '#core/webhook/upkeep/alert-marks.ts';
import { deliveries } from '#core/webhook/deliveries/tables.ts';
import { evaluations } from '#core/webhook/merging/request-evaluation.ts';
import { heads, verdicts } from '#core/webhook/merging/verdicts.ts';

/** Removes deliveries beyond the retention. */
export const handler = onEvent(async (platform) => {
  await sweepBodies(platform);
  await platform.records.maintain([
    deliveries,
    evaluations,
    alertMarks,
    heads,
    verdicts,
    ...identityTables,
    ...jobTables,
  ]);
});
