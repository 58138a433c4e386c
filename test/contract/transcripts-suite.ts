import { describe, expect, it } from 'vitest';
import type { Transcripts } from '#core/platform/ports/transcripts.ts';
import { allTests } from '#test/support/at-end.ts';
import readTranscripts from '#test/support/sessions/read-transcripts.ts';

export interface TranscriptsHome {
  readonly transcripts: Transcripts;
  write(path: string, content: string | Uint8Array): Promise<void>;
  remove(path: string): Promise<void>;
  readonly takesUploads: boolean;
}

export function transcriptsContract(name: string, open: () => Promise<TranscriptsHome>): void {
  describe(`transcripts on ${name}`, () => {
    const home = allTests(open);
    const paths = async () => (await home().transcripts.list()).map(({ path }) => path);
    const read = (...paths: string[]) => home().transcripts.compute(readTranscripts, paths);

    it('lists sessions and histories by path, and nothing else', async () => {
      expect(await paths()).toEqual([]);
      const listed = ['-b/.history.jsonl', '-b/agent-x.jsonl', '-b/ä b.jsonl', 'history.jsonl'];
      const others = ['-b/.other.jsonl', '-b/x.json', '-b/sub/x.jsonl', '-b/jsonl', 'other.jsonl'];
      for (const path of [...others, ...listed]) await home().write(path, path);
      expect(await paths()).toEqual(listed);
      const [file] = await home().transcripts.list();
      expect(file).toEqual({
        ...{ path: '-b/.history.jsonl', size: 17, modified: expect.any(Date) as Date },
        identity: expect.any(String) as string,
      });
    });

    it('reads a file of any size, and nothing where there is nothing', async () => {
      const bytes = Buffer.from(Array.from({ length: 200_001 }, (_, at) => (at * 7919) % 256));
      await home().write('-c/large.jsonl', bytes);
      await home().write('-c/empty.jsonl', '');
      const texts = await read('-c/large.jsonl', '-c/empty.jsonl', '-c/none.jsonl');
      expect(texts).toEqual([bytes.toString('latin1'), '', '']);
    });

    it('shows what was appended, replaced and removed', async () => {
      const seen = async () => {
        const found = (await home().transcripts.list()).find(({ path }) => path === '-d/x.jsonl');
        return [found?.size, ...(await read('-d/x.jsonl'))];
      };
      await home().write('-d/x.jsonl', 'one');
      expect(await seen()).toEqual([3, 'one']);
      await home().write('-d/x.jsonl', 'one two');
      expect(await seen()).toEqual([7, 'one two']);
      await home().write('-d/x.jsonl', '1');
      expect(await seen()).toEqual([1, '1']);
      await home().remove('-d/x.jsonl');
      expect(await seen()).toEqual([undefined, '']);
    });

    it('takes uploads, or says that it takes none', async () => {
      const url = await home().transcripts.uploadLink('-e/new.jsonl');
      expect(url !== undefined).toBe(home().takesUploads);
      if (url === undefined) return;
      const { ok } = await fetch(url, { method: 'PUT', body: 'new' });
      expect([ok, ...(await read('-e/new.jsonl'))]).toEqual([true, 'new']);
    });
  });
}
