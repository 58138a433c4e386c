import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { awsBlobs } from '#core/platform/adapters/aws/blobs/blobs.ts';
import { bootstrapAws } from '../../scripts/emulators/bootstrap.ts';
import { awsClients } from '#core/platform/adapters/aws/clients/clients.ts';
import type { AwsClients } from '#core/platform/adapters/aws/clients/clients.ts';
import { awsQueue } from '#core/platform/adapters/aws/queue/queue.ts';
import type { Blobs } from '#core/platform/ports/blobs.ts';
import type { Queue } from '#core/platform/ports/queue.ts';
import { startCuttingProxy } from '#test/support/http/cutting-proxy.ts';
import { expectFailure } from '#test/support/expect-failure.ts';
import { onBackend } from '#test/support/emulators/on-backend.ts';

const large = 'ü'.repeat(1024 * 1024);
const work = { name: 'work', visibilitySeconds: 30, maxAttempts: 3 };

onBackend(({ backend, bucket, clients, endpoints, unique }) => {
  describe(`faults of SQS on ${backend.services.sqs}`, () => {
    let proxy: Awaited<ReturnType<typeof startCuttingProxy>>;
    let behindProxy: AwsClients;
    let urls: Record<string, string>;
    let blobs: Blobs;
    let queue: Queue;
    let direct: Queue;

    beforeEach(async () => {
      const world = { ...clients(), table: `${bucket}-table`, bucket, queues: [work] };
      ({ urls } = await bootstrapAws({ ...world, queuePrefix: `${unique()}-` }));
      proxy = await startCuttingProxy(endpoints().sqs);
      const { region, credentials } = endpoints();
      behindProxy = awsClients({ region, credentials, endpoint: proxy.url });
      blobs = awsBlobs({ s3: clients().s3, bucket });
      queue = awsQueue({ sqs: behindProxy.sqs, blobs, urls });
      direct = awsQueue({ sqs: clients().sqs, blobs, urls });
    });
    afterEach(async () => {
      await behindProxy.close();
    });

    const held = { queue: 'work', receipt: 'r', body: 'b' };
    it.each<[string, () => Promise<unknown>]>([
      ['send', () => queue.send('work', 'x')],
      ['receive', () => queue.receive('work', { max: 1, waitSeconds: 20 })],
      ['acknowledge', () => queue.acknowledge(held)],
      ['release', () => queue.release(held, 0)],
      ['extend', () => queue.extend(held, 9)],
      ['depth', () => queue.depth('work')],
    ])('%s: an outage is one readable line', async (_, call) => {
      proxy.after(0, 'lost request');
      const { message } = await expectFailure(call(), 'unavailable', 'storage_unavailable');
      expect(message).toMatch(/^SQS does not answer \([\w, ]+\)\. Try again\.$/);
    });

    it('keeps the large text of a message whose acknowledgement by SQS got lost', async () => {
      proxy.after(0, 'lost reply');
      await expectFailure(queue.send('work', large), 'unavailable');
      const [message] = await direct.receive('work', { max: 1, waitSeconds: 0 });
      expect((await direct.open(message?.body ?? '')) === large).toBe(true);
    });

    it('leaves no text behind when SQS refuses the message', async () => {
      const nowhere = { gone: `${urls['work']}-gone` };
      const other = awsQueue({ sqs: clients().sqs, blobs, urls: nowhere });
      await expectFailure(other.send('gone', large), 'missing', 'no_queue');
      expect(await Array.fromAsync(blobs.list('queue/gone/'))).toEqual([]);
    });

    it('asks for one message of a FIFO queue, as an answer of SQS may hold several of a group', async () => {
      const inputs: unknown[] = [];
      const send = async ({ input }: { input: unknown }) => (inputs.push(input), {});
      const ordered = { line: 'https://sqs.example/line.fifo', calm: 'https://sqs.example/calm' };
      const several = awsQueue({ sqs: async () => ({ send }) as never, blobs, urls: ordered });
      for (const name of ['line', 'calm']) await several.receive(name, { max: 10, waitSeconds: 0 });
      expect(inputs).toMatchObject([{ MaxNumberOfMessages: 1 }, { MaxNumberOfMessages: 10 }]);
    });

    it.each([
      ['the signal aborts', async (controller: AbortController) => controller.abort()],
      ['it is closed', () => queue.close()],
    ])(
      'stops a wait that SQS has begun when %s',
      async (_, stop) => {
        const controller = new AbortController();
        const arrived = proxy.arrival();
        const { signal } = controller;
        const waiting = queue.receive('work', { max: 1, waitSeconds: 20, signal });
        await arrived;
        await stop(controller);
        expect(await waiting).toEqual([]);
      },
      // Half of the wait: who does not hear is red.
      10_000,
    );

    it('brings queues that exist to the settings of today', async () => {
      const { GetQueueAttributesCommand } = await import('@aws-sdk/client-sqs');
      const world = { ...clients(), table: `${bucket}-table`, bucket, queuePrefix: `${unique()}-` };
      await bootstrapAws({ ...world, queues: [work] });
      const changed = { ...work, visibilitySeconds: 60, maxAttempts: 7 };
      const again = await bootstrapAws({ ...world, queues: [changed] });
      const settings = async (name: string) => {
        const input = { QueueUrl: again.urls[name], AttributeNames: ['All' as const] };
        const sqs = await clients().sqs();
        return (await sqs.send(new GetQueueAttributesCommand(input))).Attributes ?? {};
      };
      const dead = await settings('work-dead');
      const alive = await settings('work');
      expect(alive).toMatchObject({
        VisibilityTimeout: '60',
        MaximumMessageSize: '1048576',
        MessageRetentionPeriod: '1209600',
      });
      expect(JSON.parse(alive['RedrivePolicy'] ?? '')).toEqual({
        deadLetterTargetArn: dead['QueueArn'],
        maxReceiveCount: 7,
      });
      expect(dead).toMatchObject({ MessageRetentionPeriod: '1209600' });
    });
  });
});
