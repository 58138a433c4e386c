import { awsBlobs } from '#core/platform/adapters/aws/blobs/blobs.ts';
import { onEachBackend } from '#test/support/emulators/on-each-backend.ts';
import { blobsContract } from './blobs-suite.ts';

onEachBackend(({ backend, bucket, clients }) => {
  const open = async () => ({ blobs: awsBlobs({ s3: () => clients().s3(), bucket }) });
  blobsContract(`S3 on ${backend.services.s3}`, open, {
    links: true,
    linkHeaders: backend.name !== 'moto',
    readers: backend.name === 'moto' ? 2 : 8,
  });
});
