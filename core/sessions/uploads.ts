import * as z from 'zod/mini';
import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { isTranscript, topHistory } from '#core/text/transcript-path.ts';

type Needs = Pick<Platform, 'transcripts'>;

export const storedFile = z.strictObject({
  path: z.string(),
  size: z.int(),
  modified_at: z.string(),
});
export type StoredFile = z.output<typeof storedFile>;

export const uploadRequest = z.strictObject({
  path: z
    .string('must be given')
    .check(
      z.refine(
        (path) => path === topHistory || isTranscript(path),
        'must be <project>/<session>.jsonl, <project>/.history.jsonl or history.jsonl',
      ),
    ),
});

export async function listFiles({ transcripts }: Needs): Promise<StoredFile[]> {
  return (await transcripts.list()).map(({ path, size, modified }) => {
    return { path, size, modified_at: modified.toISOString() };
  });
}

/** The URL for the content of a file; a stored one is replaced. */
export async function startUpload({ transcripts }: Needs, path: string): Promise<{ url: string }> {
  const url = await transcripts.uploadLink(path);
  if (url !== undefined) return { url };
  const message =
    'This service reads a folder of its own machine: only one in the cloud takes files';
  throw new Failure('conflict', 'no_uploads', message);
}
