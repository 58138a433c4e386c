import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { Blobs } from '#core/platform/ports/blobs.ts';

/** A file that is written piece by piece and appears when it is complete. */
export interface BlobWriter {
  /** Resolves when more can be written. */
  write(text: string): Promise<void>;
  end(): Promise<void>;
  /** Nothing is stored. */
  abandon(): Promise<void>;
}

const bufferBytes = 1024 * 1024;

export function blobWriter({ blobs }: { readonly blobs: Blobs }, key: string): BlobWriter {
  const pipe = new PassThrough({ highWaterMark: bufferBytes });
  const stored = blobs.put(key, pipe);
  // A writer that waits for room gets the error from the pipe.
  stored.catch((error: unknown) => pipe.destroy(error as Error));
  // The storage's own error is thrown by end().
  pipe.on('error', () => undefined);
  return {
    async write(text) {
      if (!pipe.write(text)) await Promise.race([once(pipe, 'drain'), stored]);
    },
    async end() {
      pipe.end();
      await stored;
    },
    async abandon() {
      pipe.destroy(new Error('abandoned'));
      await stored.catch(() => undefined);
    },
  };
}
