import { readFile } from 'node:fs/promises';
import { between, s3 } from '../aws-http.ts';
import { kind, written, type Kinds } from '../kind.ts';

interface OfBucket {
  readonly bucket: string;
}

interface ObjectInputs extends OfBucket {
  readonly key: string;
  readonly source?: { readonly path?: string };
  readonly content?: string;
}

interface Rule {
  readonly id: string;
  readonly status: string;
  readonly filter?: { readonly prefix?: string };
  readonly expiration?: { readonly days?: number };
}

export const storage: Kinds = {
  'aws:s3/bucket:Bucket': kind<OfBucket>({
    async create({ bucket }) {
      await s3('PUT', `/${bucket}`);
      return { id: bucket, outputs: { arn: `arn:aws:s3:::${bucket}`, bucket } };
    },
    async update(id) {
      return { id, outputs: { arn: `arn:aws:s3:::${id}`, bucket: id } };
    },
    async remove(bucket) {
      await empty(bucket);
      await s3('DELETE', `/${bucket}`);
    },
  }),

  'aws:s3/bucketObjectv2:BucketObjectv2': written<ObjectInputs>(
    async ({ bucket, key, source, content }) => {
      const body = source?.path === undefined ? (content ?? '') : await readFile(source.path);
      // SST denies plain HTTP for its bucket, and the emulator applies that to all requests.
      await s3('DELETE', `/${bucket}?policy`);
      await s3('PUT', `/${bucket}/${key}`, body);
      return { id: key };
    },
    (id, { bucket }) => s3('DELETE', `/${bucket}/${id}`),
  ),

  'aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock': written<
    OfBucket & Record<string, boolean>
  >(async ({ bucket, ...flags }) => {
    const names = ['blockPublicAcls', 'ignorePublicAcls', 'blockPublicPolicy'];
    const parts = [...names, 'restrictPublicBuckets'].map((name) =>
      element(name[0]?.toUpperCase() + name.slice(1), String(flags[name] ?? false)),
    );
    const body = element('PublicAccessBlockConfiguration', parts.join(''));
    await s3('PUT', `/${bucket}?publicAccessBlock`, body);
    return { id: bucket };
  }),

  'aws:s3/bucketVersioning:BucketVersioning': written<
    OfBucket & { versioningConfiguration: { status: string } }
  >(async ({ bucket, versioningConfiguration: { status } }) => {
    const body = element('VersioningConfiguration', element('Status', status));
    await s3('PUT', `/${bucket}?versioning`, body);
    return { id: bucket };
  }),

  'aws:s3/bucketLifecycleConfiguration:BucketLifecycleConfiguration': written<
    OfBucket & { rules: readonly Rule[] }
  >(async ({ bucket, rules }) => {
    // Only expiry by age: the emulator needs nothing else.
    const parts = rules
      .filter(({ expiration }) => expiration?.days !== undefined)
      .map(({ id, status, filter, expiration }) =>
        element(
          'Rule',
          element('ID', id) +
            element('Status', status) +
            element('Filter', element('Prefix', filter?.prefix ?? '')) +
            element('Expiration', element('Days', String(expiration?.days))),
        ),
      );
    if (parts.length > 0) {
      await s3('PUT', `/${bucket}?lifecycle`, element('LifecycleConfiguration', parts.join('')));
    }
    return { id: bucket };
  }),

  'aws:s3/bucketServerSideEncryptionConfiguration:BucketServerSideEncryptionConfiguration':
    written<OfBucket>(async ({ bucket }) => {
      const algorithm = element('SSEAlgorithm', 'AES256');
      const rule = element('Rule', element('ApplyServerSideEncryptionByDefault', algorithm));
      const body = element('ServerSideEncryptionConfiguration', rule);
      await s3('PUT', `/${bucket}?encryption`, body);
      return { id: bucket };
    }),

  // The emulator ignores conditions: a policy against plain HTTP would deny everything.
  'aws:s3/bucketPolicy:BucketPolicy': written<OfBucket & { policy: string }>(
    async ({ bucket, policy }) => {
      if (!policy.includes('aws:SecureTransport')) await s3('PUT', `/${bucket}?policy`, policy);
      return { id: bucket };
    },
  ),
};

async function empty(bucket: string): Promise<void> {
  const listed = await s3('GET', `/${bucket}?versions`);
  for (const [, entry = ''] of listed.matchAll(
    /<(?:Version|DeleteMarker)>([\s\S]*?)<\/(?:Version|DeleteMarker)>/g,
  )) {
    const version = between(entry, 'VersionId');
    const which = version === '' || version === 'null' ? '' : `?versionId=${version}`;
    await s3('DELETE', `/${bucket}/${between(entry, 'Key')}${which}`);
  }
}

function element(name: string, content: string): string {
  return `<${name}>${content}</${name}>`;
}
