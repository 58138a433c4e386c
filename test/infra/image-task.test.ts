import { describe, expect, it } from 'vitest';
import { eventOf } from '#core/host/queues/queue-event.ts';
import { startEcsApi } from '#test/support/aws/ecs-api.ts';
import { eachTest } from '#test/support/each-test.ts';
import { onBackend, type OnBackend } from '#test/support/emulators/on-backend.ts';
import { done } from '#test/support/worker/sample-job.ts';
import { openWorkerWorld, sendWork } from '#test/support/worker/worker-world.ts';

const place = {
  ...{ cluster: 'lantern', taskDefinition: 'arn:aws:ecs:us-east-1:1:task-definition/worker:7' },
  ...{ container: 'worker', subnets: ['subnet-1', 'subnet-2'], most: 2 },
};
const job = { LANTERN_JOB: 'sample/work' };
const entry = 'functions/images/worker/launch.handler';

/** A deployment whose long work runs as tasks. */
async function openTaskWorld(on: OnBackend) {
  const [world, ecs] = [await openWorkerWorld(on), await startEcsApi(place)];
  const launch = (changes: object = {}) =>
    world.startFunction(entry, {
      ...job,
      AWS_ENDPOINT_URL_ECS: ecs.url,
      LANTERN_TASK: JSON.stringify({ ...place, ...changes }),
    });
  return {
    ...world,
    ecs,
    launch,
    /** Sends work, has it launched, and gives the environment of the task that was started. */
    start: async (work: Record<string, unknown>) => {
      const id = await sendWork(world.platform, work);
      const { invoke } = await launch();
      const [message] = await world.receive();
      const { body } = await invoke(eventOf(message ? [message] : []));
      expect(body).toEqual({ batchItemFailures: [{ itemIdentifier: id }] });
      expect(ecs.started).toHaveLength(1);
      return ecs.started[0]?.environment ?? {};
    },
    runTask: (environment: Record<string, string>) =>
      world.run(['test/support/worker/task.ts'], environment),
  };
}

onBackend((on) => {
  describe('work that takes longer than a function', () => {
    const world = eachTest(() => openTaskWorld(on));
    const depth = () => world().platform.queue.depth('work');

    it.each([
      ['a short text', 4],
      // The overrides of a task take 8,192 characters.
      ['a long text', 300_000],
    ])('is done by a task, with %s', async (_name, length) => {
      const { platform, start, runTask } = world();
      const environment = await start({ id: 'a', text: 'x'.repeat(length) });
      // SQS keeps the message until the task has answered for it.
      expect(await depth()).toEqual({ waiting: 0, delayed: 0, inFlight: 1 });
      expect((await runTask(environment).ended).code).toBe(0);
      expect(await platform.records.get(done, { id: 'a' })).toMatchObject({ length, attempt: 1 });
      expect(await depth()).toEqual({ waiting: 0, delayed: 0, inFlight: 0 });
      expect(await Array.fromAsync(platform.blobs.list('queue/'))).toEqual([]);
    });

    it('is handed back at once when the task is stopped', async () => {
      const { start, runTask, receive } = world();
      const environment = await start({ id: 'a', text: '', how: 'until-stopped' });
      const task = runTask(environment);
      await task.printed(/working/);
      task.kill('SIGTERM');
      expect((await task.ended).code).toBe(1);
      expect(await receive()).toMatchObject([{ attempts: 2 }]);
    });

    it('is started once however often a delivery is launched', async () => {
      const { platform, launch, receive, ecs } = world();
      await sendWork(platform, { id: 'a', text: '' });
      const { invoke, process } = await launch();
      const messages = await receive();
      await invoke(eventOf(messages));
      await invoke(eventOf(messages));
      expect(ecs.started).toHaveLength(1);
      expect(await Array.fromAsync(platform.blobs.list('queue/'))).toHaveLength(1);
      process.kill('SIGTERM');
      expect((await process.ended).stderr).not.toContain('could not be started');
    });

    it('waits while as many tasks run as may, and starts when one has ended (R5)', async () => {
      const { platform, launch, receive, ecs } = world();
      const { invoke } = await launch({ most: 1 });
      await sendWork(platform, { id: 'a', text: '' });
      await invoke(eventOf(await receive()));
      const id = await sendWork(platform, { id: 'b', text: '' });
      const waiting = await receive();
      const { body } = await invoke(eventOf(waiting));
      expect(body).toEqual({ batchItemFailures: [{ itemIdentifier: id }] });
      expect(ecs.started).toHaveLength(1);
      expect(await depth()).toMatchObject({ waiting: 0 });

      ecs.stop(0);
      await invoke(eventOf(waiting));
      expect(ecs.started).toHaveLength(2);
    });

    const troubles: readonly [name: string, changes: object, prepare: string][] = [
      ['there is no room', {}, 'full'],
      ['ECS is away', {}, 'RunTask'],
      ['ECS does not list its tasks', {}, 'ListTasks'],
      ['the cluster is unknown', { cluster: 'other' }, ''],
    ];
    it.each(troubles)('comes back soon when %s', async (_name, changes, prepare) => {
      const { platform, launch, receive, ecs } = world();
      ecs.setCapacity(prepare !== 'full');
      if (prepare === 'ListTasks' || prepare === 'RunTask') ecs.setBroken(prepare);
      const id = await sendWork(platform, { id: 'a', text: 'x' });
      const { invoke, process } = await launch(changes);
      const { body } = await invoke(eventOf(await receive()));
      expect(body).toEqual({ batchItemFailures: [{ itemIdentifier: id }] });
      expect(ecs.started).toEqual([]);
      // After a silence the task may be on its way, and needs the text.
      const entries = await Array.fromAsync(platform.blobs.list('queue/'));
      expect(entries).toHaveLength(prepare === 'RunTask' ? 1 : 0);
      expect(await receive()).toMatchObject([{ id, attempts: 2 }]);
      process.kill('SIGTERM');
      expect((await process.ended).stderr).toMatch(/"task could not be started".*ECS/);
    });

    it.each([
      ['no message', job, /^Error: LANTERN_MESSAGE must be the message/],
      ['half a message', { ...job, LANTERN_MESSAGE: '{"id":"x"}' }, /^Error: LANTERN_MESSAGE must/],
      ['no job', { LANTERN_MESSAGE: '' }, /^Error: LANTERN_JOB must name.*LANTERN_MESSAGE must/],
    ])('does not begin with %s, in one line', async (_name, environment, line) => {
      const { code, stderr } = await world().runTask(environment).ended;
      expect([code, stderr]).toEqual([1, expect.stringMatching(line)]);
      expect(stderr.trim().split('\n')).toHaveLength(1);
    });

    it.each([
      ['an empty place', '{}'],
      ['a misspelt field', JSON.stringify({ ...place, securityGroup: 'x' })],
      ['no JSON', 'worker'],
    ])('is not launched with %s', async (_name, LANTERN_TASK) => {
      const { invoke } = await world().startFunction(entry, { ...job, LANTERN_TASK });
      const { kind, body } = await invoke(eventOf([]));
      const { errorMessage } = body as { errorMessage: string };
      expect([kind, errorMessage]).toEqual([
        'error',
        expect.stringMatching(/^LANTERN_TASK must be/),
      ]);
    });
  });
});
