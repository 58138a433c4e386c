import { isRunning, killGroupOf } from './process-mark.ts';
import type { RunRecords } from './run-records.ts';

const oldMilliseconds = 24 * 3_600_000;

/** Ends a run that nobody will ask for: by its keeper while that lives, else here. */
export function abandonRun(records: RunRecords, name: string): void {
  const claim = records.findClaim(name);
  if (claim && claim !== 'unreadable') {
    if (!records.findResult(name) && isRunning(claim.keeper)) return records.askToStop(name);
    if (claim.program) killGroupOf(claim.program);
  }
  records.forget(name);
}

/** Takes away what nobody has come for within a day. */
export function clearOldRuns(records: RunRecords, now: Date): void {
  for (const name of records.names()) {
    const claim = records.findClaim(name);
    const isAtWork =
      claim && claim !== 'unreadable' && !records.findResult(name) && isRunning(claim.keeper);
    if (isAtWork || now.getTime() - records.touched(name).getTime() < oldMilliseconds) continue;
    abandonRun(records, name);
  }
}
