import { setTimeout as wait } from 'node:timers/promises';
import { awsBlobs } from '#core/platform/adapters/aws/blobs/blobs.ts';
import { ensureQueues } from '../../scripts/emulators/ensure-queues.ts';
import { awsQueue } from '#core/platform/adapters/aws/queue/queue.ts';
import { atEnd } from '#test/support/at-end.ts';
import { onEachBackend } from '#test/support/emulators/on-each-backend.ts';
import { queueContract } from './queue-suite.ts';
import type { OpenQueue } from './queue-suite.ts';

onEachBackend(({ backend, bucket, clients, unique }) => {
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
