import { awsBlobs } from '#core/platform/adapters/aws/blobs/blobs.ts';
import { onBackend } from '#test/support/emulators/on-backend.ts';
import { blobsContract } from './blobs-suite.ts';

onBackend(({ backend, bucket, clients }) => {
  const open = async () => ({ blobs: awsBlobs({ s3: () => clients().s3(), bucket }) });
  blobsContract(`S3 on ${backend.services.s3}`, open, {
    links: true,
    readers: 8,
  });
});
