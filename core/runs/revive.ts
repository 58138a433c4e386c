import { reopen } from '#core/jobs/lease.ts';
import { workId } from '#core/jobs/read-work.ts';
import { isWritten } from '#core/platform/failure.ts';
import type { Stored } from '#core/platform/ports/records.ts';
import { itemsIn } from './items.ts';
import { laneKey, runKey, sendFinish, sendLanes, sendStart, type RunMessage } from './messages.ts';
import {
  isOpen,
  runLease,
  runLeaseMilliseconds,
  type ItemRow,
  type RunNeeds,
  type RunRow,
  type RunType,
} from './run-type.ts';

/** How often a run that does not get on is queued again. */
const maxRevivals = 3;
const batchSize = 100;

/** Queues runs again that have not got on for a while, or ends them. Gives how many it found. */
export async function reviveRuns<Run extends RunRow, Item extends ItemRow, Needs extends RunNeeds>(
  needs: Needs,
  type: RunType<Run, Item, Needs>,
): Promise<number> {
  const { records, clock, log } = needs;
  const now = clock.now();
  const latest = new Date(now.getTime() + 2 * runLeaseMilliseconds).toISOString();
  const within = async (times: { readonly from: string } | { readonly to: string }) => {
    const lists = type.open.map((status) => {
      const where = { status } as Partial<Run>;
      return records.list(type.runs, { index: 'by_lease', where, ...times, limit: batchSize });
    });
    return (await Promise.all(lists)).flatMap((list) => list.rows);
  };
  const rows = await within({ to: now.toISOString() });
  for (const { id, version, step } of await within({ from: latest })) {
    // A first step may wait for a build. Of others the clock was ahead: what lives has a new lease
    // within a second.
    if (step === 'start') continue;
    const lease = runLease(needs, { isHere: true }) as Partial<Run>;
    await isWritten(records.update(type.runs, { id }, lease, { version } as Partial<Stored<Run>>));
  }
  for (const row of rows) {
    try {
      await revive(needs, type, row);
    } catch (error) {
      // The others must not wait for one that cannot be revived now.
      log('WARNING', `a ${type.name} could not be revived`, { id: row.id, error: String(error) });
    }
  }
  return rows.length;
}

/** For jobs that run the steps: a step whose worker was killed at each attempt does not wait for the
 * run's lease to expire. */
export function reviveGivenUp<Run extends RunRow, Item extends ItemRow, Needs extends RunNeeds>(
  type: RunType<Run, Item, Needs>,
): (work: { platform: Needs; message: RunMessage }) => Promise<void> {
  return async ({ platform, message }) => {
    const row = await platform.records.get(type.runs, { id: message.run });
    if (row && isOpen(type, row)) await revive(platform, type, row);
  };
}

async function revive<Run extends RunRow, Item extends ItemRow, Needs extends RunNeeds>(
  needs: Needs,
  type: RunType<Run, Item, Needs>,
  row: Stored<Run>,
): Promise<void> {
  const { id, revivals, version, step } = row;
  if (!(await type.isRunning(needs, row))) return type.tidy(needs, id);
  if (revivals >= maxRevivals) {
    await type.fail(needs, row, type.interrupted, 'internal');
    return type.tidy(needs, id);
  }
  // A short lease: when this process dies before the messages are sent, the next sweep sends them.
  const changes = { ...runLease(needs, { isHere: true }), revivals: revivals + 1 } as Partial<Run>;
  const expect = { version } as Partial<Stored<Run>>;
  // Another version: the run gets on.
  if (!(await isWritten(needs.records.update(type.runs, { id }, changes, expect)))) return;
  needs.log('INFO', `a ${type.name} is queued again`, { id, step });
  await reopenSteps(needs, type, row);
  await sendAgain(needs, type, row);
  await isWritten(needs.records.update(type.runs, { id }, runLease(needs) as Partial<Run>));
}

async function sendAgain<Run extends RunRow, Item extends ItemRow, Needs extends RunNeeds>(
  needs: Needs,
  type: RunType<Run, Item, Needs>,
  row: Run,
): Promise<void> {
  const { id, step } = row;
  if (step === 'start') return sendStart(needs, type, id);
  const open = await Promise.all(
    (['waiting', 'claimed'] as const).map((state) => itemsIn(needs, type, id, state)),
  );
  if (open.some(({ length }) => length > 0)) return sendLanes(needs, type, row);
  return sendFinish(needs, type, id);
}

/** A step whose worker was killed at each try is given up, and would ignore its new message. */
async function reopenSteps<Run extends RunRow, Item extends ItemRow, Needs extends RunNeeds>(
  needs: Needs,
  type: RunType<Run, Item, Needs>,
  row: Run,
): Promise<void> {
  const { queues } = type;
  const run = row.id;
  const ofLanes = Array.from({ length: type.lanes(row) }, (_, lane) => laneKey({ run, lane }));
  const works = [
    workId(queues.start, runKey({ run })),
    ...ofLanes.map((key) => workId(queues.lane, key)),
    workId(queues.finish, runKey({ run })),
  ];
  await Promise.all(works.map((work) => reopen(needs, work)));
}
