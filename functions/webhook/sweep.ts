import type { HostContext } from '#core/http/host-context.ts';
import { identityTables } from '#core/identity/tables.ts';
import { jobTables } from '#core/jobs/tables.ts';
import { platform as openPlatform } from '#core/home/platform.ts';
import { sweepBodies } from '#core/webhook/deliveries/kept-body.ts';
import { alertMarks } from '#core/webhook/alerts/tables.ts';
import { deliveries } from '#core/webhook/deliveries/tables.ts';
import { evaluations } from '#core/webhook/handlers/merge/evaluations-table.ts';

/** Removes deliveries beyond the retention. */
export async function handler(_event: unknown, context: HostContext = {}): Promise<void> {
  const platform = context.lantern?.platform ?? (await openPlatform());
  await sweepBodies(platform);
  await platform.records.maintain([
    ...[deliveries, evaluations, alertMarks],
    ...identityTables,
    ...jobTables,
  ]);
}
