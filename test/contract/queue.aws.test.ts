import { setTimeout as wait } from 'node:timers/promises';
import { awsBlobs } from '#core/platform/adapters/aws/blobs/blobs.ts';
import { ensureQueues } from '../../scripts/emulators/ensure-queues.ts';
import { awsQueue } from '#core/platform/adapters/aws/queue/queue.ts';
import { atEnd } from '#test/support/at-end.ts';
import { unruly } from '#test/support/emulators/fauxqs-corrections.ts';
import { onBackend } from '#test/support/emulators/on-backend.ts';
import { expect, it } from 'vitest';
import { queueContract } from './queue-suite.ts';
import type { OpenQueue } from './queue-suite.ts';

onBackend(({ backend, bucket, clients, unique }) => {
  it.runIf(backend.name === 'npm')(
    'the stand-in for SQS repeats and reorders where a queue is to',
    async () => {
      const { s3, sqs } = clients();
      const definition = { name: 'work', visibilitySeconds: 60, maxAttempts: 16 };
      const urls = await ensureQueues(await sqs(), [definition], `${unique()}-${unruly}-`);
      const queue = awsQueue({ sqs, urls, blobs: awsBlobs({ s3, bucket }) });
      atEnd(() => queue.close());
      const wanted = Array.from({ length: 20 }, (_, index) => `m${index}`);
      for (const body of wanted) await queue.send('work', body);
      const bodies: string[] = [];
      for (;;) {
        const messages = await queue.receive('work', { max: 10, waitSeconds: 0 });
        if (messages.length === 0) break;
        bodies.push(...messages.map(({ body }) => body));
      }
      expect(bodies.length).toBeGreaterThan(wanted.length);
      expect([...new Set(bodies)]).not.toEqual(wanted);
    },
  );
});

onBackend(({ backend, bucket, clients, unique }) => {
  const open: OpenQueue = async (definitions) => {
    const { s3, sqs } = clients();
    const urls = await ensureQueues(await sqs(), definitions, `${unique()}-`);
    const queue = awsQueue({ sqs, urls, blobs: awsBlobs({ s3, bucket }) });
    // SQS has a clock of its own: a moment more than asked, for its rounding.
    const advance = (seconds: number) => wait(seconds * 1000 + 100);
    atEnd(() => queue.close());
    return { queue, advance };
  };
  queueContract(`SQS on ${backend.services.sqs}`, open, {
    visibilitySeconds: 1,
    realTime: true,
    exactDepth: true,
    receiptsExpire: backend.name === 'npm',
  });
});
