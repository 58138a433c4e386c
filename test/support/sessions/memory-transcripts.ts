import { createHash } from 'node:crypto';
import type { TranscriptReader, Transcripts } from '#core/platform/ports/transcripts.ts';

/** Each file is searched on its own, beside the event loop. */
const large = 2 ** 25;

/** Files in memory, read in chunks of a few bytes: lines end anywhere in them. */
export function memoryTranscripts(
  files: ReadonlyMap<string, Buffer>,
  chunkBytes = 7,
  onRead: (bytes: number) => void = () => {},
  size: number = large,
): Transcripts {
  const reader: TranscriptReader = {
    async *read(path) {
      const bytes = files.get(path) ?? Buffer.alloc(0);
      for (let at = 0; at < bytes.length; at += chunkBytes) {
        const chunk = Buffer.from(bytes.subarray(at, at + chunkBytes));
        onRead(chunk.length);
        yield chunk;
        // The reader may use its buffer again.
        chunk.fill(0x7b);
      }
    },
  };
  const identityOf = (path: string) =>
    createHash('sha256')
      .update(files.get(path) ?? '')
      .digest('hex');
  return {
    async list() {
      const modified = new Date(0);
      return [...files.keys()]
        .sort()
        .map((path) => ({ path, size, modified, identity: identityOf(path) }));
    },
    compute: (work, input, { isSmall = false } = {}) =>
      work.run(isSmall ? input : structuredClone(input), reader),
    problem: async () => undefined,
    uploadLink: async () => undefined,
  };
}
