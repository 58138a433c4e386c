import { awsBlobs } from '#core/platform/adapters/aws/blobs/blobs.ts';
import { awsTranscripts } from '#core/platform/adapters/aws/transcripts.ts';
import { atEnd } from '#test/support/at-end.ts';
import { onEachBackend } from '#test/support/emulators/on-each-backend.ts';
import { transcriptsContract } from './transcripts-suite.ts';

onEachBackend(({ backend, bucket, clients }) => {
  transcriptsContract(`S3 on ${backend.services.s3}`, async () => {
    const blobs = awsBlobs({ s3: () => clients().s3(), bucket });
    atEnd(() => blobs.deletePrefix('transcripts/'));
    return {
      transcripts: awsTranscripts({ blobs }),
      takesUploads: true,
      write: async (path: string, content: string | Uint8Array) => {
        await blobs.put(`transcripts/${path}`, content);
      },
      remove: (path: string) => blobs.delete(`transcripts/${path}`),
    };
  });
});
