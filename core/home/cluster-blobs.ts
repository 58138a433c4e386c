import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { awsBlobs } from '#core/platform/adapters/aws/blobs/blobs.ts';
import { s3Objects } from '#core/platform/adapters/aws/blobs/objects.ts';
import { awsClients } from '#core/platform/adapters/aws/clients/clients.ts';
import { localBlobs } from '#core/platform/adapters/local/blobs/blobs.ts';
import { Failure, isFailure } from '#core/platform/failure.ts';
import type { Blobs } from '#core/platform/ports/blobs.ts';
import type { ClusterSettings } from './cluster-settings.ts';

interface ClusterBlobs {
  readonly blobs: Blobs;
  /** Fails with Failure('configuration') when the store cannot keep what the port promises. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** A service's folder in the bucket, or in the folder that all replicas mount. */
export function clusterBlobs(service: string, objects: ClusterSettings['objects']): ClusterBlobs {
  if ('directory' in objects) {
    const blobs = localBlobs({ directory: join(objects.directory, service) });
    return { blobs, check: async () => {}, close: async () => {} };
  }
  const { bucket, pathStyle, publicUrl } = objects;
  const clients = awsClients({ pathStyle });
  const browsers =
    publicUrl === undefined ? clients : awsClients({ pathStyle, endpoint: publicUrl });
  const place = { bucket, prefix: `${service}/` };
  const blobs = awsBlobs({ ...place, s3: clients.s3 });
  const linked = awsBlobs({ ...place, s3: browsers.s3 });
  return {
    // A link is signed for the host that it names.
    blobs: { ...blobs, link: (...about) => linked.link(...about) },
    check: () => assertConditional(s3Objects({ ...place, s3: clients.s3 })),
    async close() {
      await clients.close();
      if (browsers !== clients) await browsers.close();
    },
  };
}

/** Two replicas that publish at once are told apart by a condition of PutObject. */
async function assertConditional({ place, ask, bucket, remove }: ReturnType<typeof s3Objects>) {
  const { PutObjectCommand } = await import('#core/platform/adapters/aws/blobs/sdk.ts');
  const key = `@check/${randomUUID()}`;
  const write = (condition: object) =>
    ask((s3) => s3.send(new PutObjectCommand({ ...place(key), Body: '', ...condition })));
  const isNew = { IfNoneMatch: '*' };
  const outcomes: string[] = [];
  try {
    await write(isNew);
    for (const condition of [isNew, { IfMatch: '"another"' }]) {
      outcomes.push(await write(condition).then(() => 'ignored', refusalOf));
    }
  } finally {
    // An object that stays is empty and is never read.
    await remove([key]).catch(() => undefined);
  }
  const wrong = outcomes.findIndex((outcome) => outcome !== 'PreconditionFailed');
  if (wrong === -1) return;
  // An outage of this moment says nothing about the store.
  if (!['ignored', 'NotImplemented'].includes(outcomes[wrong] ?? '')) throw busy();
  const name = wrong === 0 ? 'If-None-Match' : 'If-Match';
  const message = `The store of BLOBS_BUCKET ${bucket} ignores the condition ${name} of PutObject, which keeps replicas from overwriting each other: update it, or use another store`;
  throw new Failure('configuration', 'no_conditional_put', message);
}

/** What the store called it, also of errors with a status from 500. */
function refusalOf(error: unknown): string {
  const cause = isFailure(error) ? error.cause : error;
  return cause instanceof Error ? cause.name : '';
}

function busy(): Failure {
  return new Failure('unavailable', 'storage_unreachable', 'The store of BLOBS_BUCKET is busy.');
}
