import { describe, expect, it } from 'vitest';
import { eventOf } from '#core/host/queues/queue-event.ts';
import { services } from '#functions/manifest.ts';
import { eachTest } from '#test/support/each-test.ts';
import { onBackend } from '#test/support/emulators/on-backend.ts';
import { startSsmApi } from '#test/support/aws/ssm-api.ts';
import { done } from '#test/support/worker/sample-job.ts';
import { openWorkerWorld, sendWork } from '#test/support/worker/worker-world.ts';

const entry = 'functions/images/worker/lambda.handler';
const sampleEntry = 'test/support/worker/lambda.handler';

onBackend((on) => {
  describe('the worker image as a function', () => {
    const world = eachTest(() => openWorkerWorld(on));

    it('works a message off and says so', async () => {
      const { platform, startFunction, receive } = world();
      await sendWork(platform, { id: 'a', text: 'four' });
      const { invoke } = await startFunction(sampleEntry, { LANTERN_JOB: 'sample/work' });
      const answer = await invoke(eventOf(await receive()));
      expect([answer.kind, answer.body]).toEqual(['response', { batchItemFailures: [] }]);
      expect(await platform.records.get(done, { id: 'a' })).toMatchObject({
        length: 4,
        attempt: 1,
      });
    });

    it('reports of a batch the message that fails, and only that', async () => {
      const { platform, startFunction, receive } = world();
      const bad = await sendWork(platform, { id: 'bad', text: '', how: 'badly' });
      await sendWork(platform, { id: 'good', text: '' });
      const { invoke } = await startFunction(sampleEntry, { LANTERN_JOB: 'sample/work' });
      const messages = [...(await receive())];
      while (messages.length < 2) messages.push(...(await receive()));
      const { body } = await invoke(eventOf(messages));
      expect(body).toEqual({ batchItemFailures: [{ itemIdentifier: bad }] });
      expect(await platform.records.get(done, { id: 'good' })).toBeDefined();
    });

    const refusals: readonly [name: string, settings: Record<string, string>, message: RegExp][] = [
      ['no job', {}, /^LANTERN_JOB must name a job of the manifest, as <service>\/<queue>$/],
      [
        'an unknown job',
        { LANTERN_JOB: 'docs/nothing' },
        /^LANTERN_JOB names no job .*: there are/,
      ],
    ];
    it.each(refusals)('does not begin with %s, in one line', async (_name, settings, message) => {
      const { invoke, process } = await world().startFunction(entry, settings);
      const { kind, body } = await invoke(eventOf([]));
      expect(kind).toBe('init-error');
      const { errorMessage } = body as { errorMessage: string };
      expect(errorMessage).toMatch(message);
      expect(errorMessage).not.toContain('\n');
      expect((await process.ended).code).toBe(1);
    });

    it('fails the message when it cannot read a secret, in one line (S10)', async () => {
      const ssm = await startSsmApi();
      const { invoke } = await world().startFunction(sampleEntry, {
        ...{ LANTERN_JOB: 'sample/work', AWS_ENDPOINT_URL_SSM: ssm.url },
        LANTERN_SECRETS: '/lantern/test/ANTHROPIC_API_KEY:1',
      });
      const { kind, body } = await invoke(eventOf([]));
      expect(kind).toBe('error');
      expect((body as { errorMessage: string }).errorMessage).toBe(
        'SSM has no parameter /lantern/test/ANTHROPIC_API_KEY: set the secret and deploy again',
      );
    });

    const jobs = Object.entries(services).flatMap(([service, { jobs }]) =>
      jobs.map(({ queue }) => `${service}/${queue}`),
    );
    it.each(jobs)('is there for %s', async (job) => {
      const { invoke } = await world().startFunction(entry, { LANTERN_JOB: job });
      const { kind, body } = await invoke(eventOf([]));
      expect([kind, body]).toEqual(['response', { batchItemFailures: [] }]);
    });
  });
});
