import { expect, it } from 'vitest';
import { awsBlobs } from '#core/platform/adapters/aws/blobs/blobs.ts';
import { awsTranscripts } from '#core/platform/adapters/aws/transcripts.ts';
import type { Blobs } from '#core/platform/ports/blobs.ts';
import type { Transcripts } from '#core/platform/ports/transcripts.ts';
import { searchMessages } from '#core/sessions/search/search-messages.ts';
import { readSummaries } from '#core/sessions/summaries/summary-cache.ts';
import { atEnd } from '#test/support/at-end.ts';
import { onBackend } from '#test/support/emulators/on-backend.ts';
import { manualClock } from '#test/support/manual-clock.ts';
import { jsonl, said } from '#test/support/sessions/sessions-world.ts';
import { transcriptsContract } from './transcripts-suite.ts';

const key = (name: string) => `transcripts/-srv-app/${name}.jsonl`;
const log = () => {};

onBackend(({ backend, bucket, clients }) => {
  it('a function that starts reads summaries that others made, one that died among them (R1)', async () => {
    const blobs = awsBlobs({ s3: () => clients().s3(), bucket });
    for (const folder of ['transcripts/', 'transcript-summaries/']) {
      atEnd(() => blobs.deletePrefix(folder));
    }
    const clock = manualClock(new Date(Date.now() + 3_600_000));
    const write = (name: string, text: string) => blobs.put(key(name), jsonl(said('user', text)));
    for (const name of ['a', 'b', 'c']) await write(name, `error ${name}`);
    const reads: string[] = [];
    const asNew = (diesAt = Infinity) => {
      let parts = 0;
      const get: Blobs['get'] = (name, options) => {
        if (name.startsWith('transcripts/')) reads.push(name);
        return blobs.get(name, options);
      };
      const own = awsTranscripts({ blobs: { ...blobs, get } });
      const transcripts: Transcripts = {
        ...own,
        // Each is a part of its own.
        list: async () => (await own.list()).map((file) => ({ ...file, size: 2 ** 24 })),
        async compute(work, input) {
          parts += 1;
          if (parts >= diesAt) throw new Error('died');
          return own.compute(work, input);
        },
      };
      return { transcripts, clock, log };
    };
    const fresh = async (needs: ReturnType<typeof asNew>) => {
      reads.length = 0;
      const { cached } = await readSummaries(needs);
      return { summaries: cached.map(({ summary }) => summary), reads: reads.slice() };
    };
    await expect(fresh(asNew(3))).rejects.toThrow('died');
    const kept = () => Array.fromAsync(blobs.list('transcript-summaries/'));
    await expect.poll(async () => (await kept()).length).toBe(2);
    const first = await fresh(asNew());
    expect(first.reads).toEqual([key('c')]);
    expect(await fresh(asNew())).toEqual({ summaries: first.summaries, reads: [] });
    const query = { q: 'nowhere', limit: 10, order: 'newest', redact: 'true' } as const;
    await searchMessages(asNew(), { ...query, project: undefined, from: undefined, to: undefined });
    expect(reads).toEqual([]);
    await write('b', 'another error');
    expect((await fresh(asNew())).reads).toEqual([key('b')]);
  });

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
