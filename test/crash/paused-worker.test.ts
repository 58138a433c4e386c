import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { eventOf } from '#core/host/queues/queue-event.ts';
import { job } from '#core/jobs/job.ts';
import { leases } from '#core/jobs/tables.ts';
import { openJobHome, steps } from '#test/support/jobs/job-home.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const program = fileURLToPath(new URL('../support/jobs/job-child.ts', import.meta.url));

it('a worker stopped past its lease cannot write, finish or acknowledge when it wakes (R3)', async () => {
  const folder = await temporaryFolder();
  const home = openJobHome(folder.path);
  const { platform } = home;
  const { records, queue } = platform;
  const { id } = await queue.send('work', '{"n":1}');

  const words = [program, '--mode', 'pause', '--folder', folder.path];
  const child = spawn(process.execPath, words, { stdio: ['pipe', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  const said = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const hear = async () => String((await said.next()).value);
  expect([await hear(), await hear()]).toEqual(['run 1 1', 'began']);
  child.kill('SIGSTOP');

  // The message comes when its visibility and with it the lease of the stopped worker are over.
  const messages = await queue.receive('work', { max: 1, waitSeconds: 20 });
  expect(messages).toMatchObject([{ id, attempts: 2 }]);
  const began = Promise.withResolvers<number>();
  const goOn = Promise.withResolvers<void>();
  const work = job({
    queue: 'work',
    message: z.object({ n: z.int() }),
    leaseSeconds: 60,
    maxAttempts: 100,
    async run({ fence }) {
      await records.update(steps, { id: 'step 1' }, { fence, text: 'taken over' });
      began.resolve(fence);
      await goOn.promise;
    },
  });
  const working = work.handler(eventOf(messages), { lantern: { platform } });
  const fence = await began.promise;
  expect(fence).toBe(2);

  child.kill('SIGCONT');
  child.stdin.write('go\n');
  expect([await hear(), await hear(), await hear()]).toEqual([
    'refused',
    'failed 1',
    'acknowledged',
  ]);
  await closed;
  expect(await records.get(steps, { id: 'step 1' })).toMatchObject({ text: 'taken over', fence });
  expect(await records.get(leases, { id: `work ${id}` })).toMatchObject({
    state: 'running',
    fence,
  });
  // Still there, and still with its new worker.
  expect(await queue.depth('work')).toEqual({ waiting: 0, delayed: 0, inFlight: 1 });

  goOn.resolve();
  expect((await working).batchItemFailures).toEqual([]);
  expect(await records.get(leases, { id: `work ${id}` })).toMatchObject({ state: 'done', fence });
  await home.close();
});
