import { text } from 'node:stream/consumers';
import type { Blobs } from '../../ports/blobs.ts';
import type { Transcript, TranscriptReader, Transcripts } from '../../ports/transcripts.ts';
import { byPath, isTranscript, topHistory } from '#core/text/transcript-path.ts';

const prefix = 'transcripts/';
const keptPrefix = 'transcript-summaries/';
const linkSeconds = 900;

/** Sessions that were uploaded. The work runs in this process: a function answers one request at a
 * time. */
export function awsTranscripts({ blobs }: { readonly blobs: Blobs }): Transcripts {
  const reader: TranscriptReader = {
    async *read(path) {
      const content = await blobs.get(prefix + path);
      if (content) yield* content.body;
    },
  };

  return {
    async list() {
      const transcripts: Transcript[] = [];
      for await (const { key, size, modified, etag } of blobs.list(prefix)) {
        const path = key.slice(prefix.length);
        if (path !== topHistory && !isTranscript(path)) continue;
        transcripts.push({ path, size, modified, identity: etag });
      }
      return transcripts.sort(byPath);
    },

    kept: {
      async read({ path, identity }) {
        const content = await blobs.get(keptPrefix + path);
        const [of, ...lines] = content ? (await text(content.body)).split('\n') : [];
        return of === identity ? lines.join('\n') : undefined;
      },
      async write({ path, identity }, body) {
        await blobs.put(keptPrefix + path, `${identity}\n${body}`, { isCache: true });
      },
    },

    compute: (work, input) => work.run(input, reader),
    problem: async () => undefined,
    uploadLink: (path) => blobs.link(prefix + path, 'PUT', linkSeconds),
  };
}
