// The other side of kept-programs.ts: starts programs and waits for them. When the server is gone
// it goes on until the last of them has ended, and leaves the results in files.
import { clearOldRuns } from './abandoned-runs.ts';
import { systemClock } from './clock.ts';
import { programRunner } from './command-line.ts';
import { markOf } from './process-mark.ts';
import { quietly, runKeeper, type KeptRun } from './run-keeper.ts';
import { runRecords } from './run-records.ts';
import type { ProgramResult } from '../../ports.ts';

export type Order =
  | { readonly run: Omit<KeptRun, 'signal'>; readonly id: number }
  | { readonly abort: number }
  | { readonly release: string };

export interface Report {
  readonly id: number;
  readonly result: ProgramResult;
}

const clock = systemClock();
const records = runRecords(process.argv[2] ?? '');
const alone = new AbortController();
const stops = new Map<number, AbortController>();
const self = markOf(process.pid) ?? { pid: process.pid, began: '' };
const keeper = runKeeper({
  ...{ records, clock, self, mark: markOf, alone: alone.signal },
  run: programRunner({ clock }),
});

process.on('message', (order: Order) => {
  if ('run' in order) void run(order.run, order.id);
  else if ('abort' in order) stops.get(order.abort)?.abort();
  else keeper.release(order.release);
});
process.on('disconnect', () => alone.abort());
quietly(() => clearOldRuns(records, clock.now()));

async function run(asked: Omit<KeptRun, 'signal'>, id: number): Promise<void> {
  const stop = new AbortController();
  stops.set(id, stop);
  const result = await keeper.run({ ...asked, signal: stop.signal }).catch(brokenDisk);
  stops.delete(id);
  const report: Report = { id, result };
  // It may be gone at any moment; the result is in its file.
  if (process.connected) process.send?.(report, () => undefined);
}

function brokenDisk(error: unknown): ProgramResult {
  return { end: 'not-started', code: null, stdout: '', stderr: String(error) };
}
