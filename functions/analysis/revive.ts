import { analysisRun } from '#core/analysis/jobs/analysis-run.ts';
import type { HostContext } from '#core/http/host-context.ts';
import { platform as openPlatform } from '#core/home/platform.ts';
import { reviveRuns } from '#core/runs/revive.ts';

/** Queues analyses again that no worker holds. */
export async function handler(_event: unknown, context: HostContext = {}): Promise<void> {
  await reviveRuns(context.lantern?.platform ?? (await openPlatform()), analysisRun);
}
