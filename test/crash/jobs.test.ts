import { describe, expect, it } from 'vitest';
import { listDeadLetters } from '#core/jobs/dead-letter.ts';
import { leases } from '#core/jobs/tables.ts';
import fc, { seed } from '#test/support/property.ts';
import { openJobHome, steps } from '#test/support/jobs/job-home.ts';
import { runChild } from '#test/support/processes/run-child.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const messages = 20;

/** How a child is to die; nothing: it works until the queue is empty. */
type Death =
  | { readonly at: number; readonly when: 'before' | 'after' }
  | { readonly killAfter: number; readonly concurrency: number };

async function filled(count: number) {
  const folder = await temporaryFolder();
  const home = openJobHome(folder.path);
  for (let n = 0; n < count; n += 1) await home.platform.queue.send('work', JSON.stringify({ n }));
  await home.close();
  return folder;
}

/** A child for each death, each an hour after the one before, and a last one that may live. */
async function workOff(folder: string, deaths: readonly Death[]) {
  const runs: string[] = [];
  let hours = 0;
  for (const death of [...deaths, undefined]) {
    const words = ['--folder', folder, '--hours', String((hours += 1))];
    if (death && 'at' in death) words.push('--at', String(death.at), '--when', death.when);
    if (death && 'concurrency' in death) words.push('--concurrency', String(death.concurrency));
    const killAfter = death && 'killAfter' in death ? { killAfter: death.killAfter } : {};
    const child = await runChild('jobs/job-child.ts', words, killAfter);
    expect({ death, signal: child.signal, errors: child.errors }).toEqual({
      death,
      signal: death ? 'SIGKILL' : null,
      errors: '',
    });
    runs.push(...child.lines);
  }
  return { runs, hours };
}

/** What is left in the end, read an hour after the last child. */
async function remains(folder: string, hours: number) {
  const { platform, ...home } = openJobHome(folder, hours + 1);
  const { rows } = await platform.records.list(steps, { limit: 1_000 });
  const { rows: held } = await platform.records.list(leases, { limit: 1_000 });
  const { rows: dead } = await listDeadLetters(platform, 'work');
  const depth = await platform.queue.depth('work');
  await home.close();
  return {
    steps: rows.map(({ id, text }) => `${id}: ${text}`).sort(),
    leases: held.map(({ state }) => state),
    dead,
    depth,
  };
}

const whole = {
  steps: ['effect', 'step']
    .flatMap((kind) =>
      Array.from(
        { length: messages },
        (_, n) => `${kind} ${n}: ${kind === 'step' ? 'made' : 'told'} ${n}`,
      ),
    )
    .sort(),
  leases: Array.from({ length: messages }, () => 'done'),
  dead: [],
  depth: { waiting: 0, delayed: 0, inFlight: 0 },
};

describe('a worker that is killed', () => {
  // One message takes seven calls: ten cover each of them, and the passage to the next message.
  const points = Array.from({ length: 10 }, (_, at) => at + 1);
  it.each(['before', 'after'] as const)(
    '%s each of its durable calls leaves what an unharmed one leaves (R1)',
    { timeout: 120_000 },
    async (when) => {
      const folder = await filled(messages);
      const deaths = points.map((at) => ({ at, when }));
      const { runs, hours } = await workOff(folder.path, deaths);
      expect(await remains(folder.path, hours)).toEqual(whole);
      // No death makes more than the one message at hand run again.
      expect(runs.length).toBeLessThanOrEqual(messages + deaths.length);
    },
  );

  it('at any moment, with four in work, leaves it as well (R1)', { timeout: 120_000 }, async () => {
    const folder = await filled(messages);
    const killAfter = fc.sample(fc.integer({ min: 1, max: 4 }), { seed, numRuns: 4 });
    const deaths = killAfter.map((lines) => ({ killAfter: lines, concurrency: 4 }));
    const { runs, hours } = await workOff(folder.path, deaths);
    expect(await remains(folder.path, hours)).toEqual(whole);
    expect(runs.length, `killed after ${killAfter.join()}`).toBeLessThanOrEqual(messages + 4 * 4);
  });
});
