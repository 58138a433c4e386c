import type { S3Client } from '@aws-sdk/client-s3';

/** Creates the bucket in an emulator. If it exists, it is not changed. */
export async function ensureBucket(s3: S3Client, name: string): Promise<void> {
  const { CreateBucketCommand } = await import('#core/platform/adapters/aws/blobs/sdk.ts');
  const region = await s3.config.region();
  // us-east-1 must not be named here.
  const elsewhere = region !== 'us-east-1' && {
    CreateBucketConfiguration: { LocationConstraint: region as 'eu-west-1' },
  };
  try {
    await s3.send(new CreateBucketCommand({ Bucket: name, ...elsewhere }));
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'BucketAlreadyOwnedByYou') throw error;
  }
}
