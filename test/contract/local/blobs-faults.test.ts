import { readdirSync, readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { localBlobs } from '#core/platform/adapters/local/blobs/blobs.ts';
import type { Blobs } from '#core/platform/ports/blobs.ts';
import { textOf } from '#test/support/bytes.ts';
import { diskFault } from '#test/support/processes/disk-faults.ts';
import { expectFailure } from '#test/support/expect-failure.ts';
import { fill, publishFiles } from '#test/support/docs/publish-files.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const files = ['index.html', 'assets/style.css'];
const kept = Array.from({ length: 8 }, (_, at) => String(at + 1));

describe('blobs: a disk that fails at any step (R7)', () => {
  let directory: string;
  let blobs: Blobs;
  beforeEach(async () => {
    ({ path: directory } = await temporaryFolder());
    blobs = localBlobs({ directory });
  });

  const filesOf = (text: string): Record<string, string> => ({
    ...Object.fromEntries(files.map((file) => [file, text] as const)),
    ...Object.fromEntries(kept.map((file) => [file, 'kept'] as const)),
  });
  const publish = (text: string) => publishFiles(blobs, 'x/site/', filesOf(text));
  const shown = async (prefix: string) => {
    const now = await blobs.published(prefix);
    if (now === undefined) return 'nothing';
    const texts = await Promise.all(files.map(async (file) => textOf(await blobs.get(now + file))));
    return [...new Set(texts)].join();
  };

  interface Change {
    before(): Promise<unknown>;
    run(): Promise<unknown>;
    state(): Promise<string | undefined>;
    readonly states: readonly (string | undefined)[];
  }
  const changes: Record<string, Change> = {
    'put over an old blob': {
      before: () => blobs.put('a/b/file', 'old'),
      run: () => blobs.put('a/b/file', 'new'),
      state: async () => textOf(await blobs.get('a/b/file')),
      states: ['old', 'new'],
    },
    'put of what can be made again': {
      before: () => blobs.put('a/b/file', 'old', { isCache: true }),
      run: () => blobs.put('a/b/file', 'new', { isCache: true }),
      state: async () => textOf(await blobs.get('a/b/file')),
      states: ['old', 'new'],
    },
    'put into new folders': {
      before: async () => {},
      run: () => blobs.put('a/b/file', 'new'),
      state: async () => textOf(await blobs.get('a/b/file')),
      states: [undefined, 'new'],
    },
    delete: {
      before: () => blobs.put('a/b/file', 'old'),
      run: () => blobs.delete('a/b/file'),
      state: async () => textOf(await blobs.get('a/b/file')),
      states: ['old', undefined],
    },
    deletePrefix: {
      before: () => blobs.put('a/b/file', 'old'),
      run: () => blobs.deletePrefix('a/'),
      state: async () => textOf(await blobs.get('a/b/file')),
      states: ['old', undefined],
    },
    'publish over a published one': {
      before: () => publish('old'),
      run: () => publish('new'),
      async state() {
        const now = await blobs.published('x/site/');
        const texts = kept.map(async (key) => textOf(await blobs.get(`${now}${key}`)));
        expect(new Set(await Promise.all(texts))).toEqual(new Set(['kept']));
        return shown('x/site/');
      },
      states: ['old', 'new'],
    },
    'deletePrefix of a published one': {
      before: () => publish('old'),
      run: () => blobs.deletePrefix('x/site/'),
      state: () => shown('x/site/'),
      states: ['old', 'nothing'],
    },
  };

  describe.each(Object.keys(changes))('%s', (name) => {
    it.each([
      ['EIO', 'before'],
      ['EIO', 'after'],
      ['ENOSPC', 'before'],
    ] as const)('%s %s each step', async (how, when) => {
      const change = changes[name];
      if (!change) throw new Error(name);
      let hits = 0;
      for (let at = 1; ; at++) {
        await change.before();
        const fault = await diskFault({ directory, at, how, when });
        let isHit: boolean;
        try {
          const running = change.run();
          const failed = await running.then(
            () => false,
            () => true,
          );
          isHit = fault.steps() >= at;
          if (failed) {
            const failure = await expectFailure(running, 'unavailable');
            expect(failure.message).toMatch(/^[^\n]{10,120}$/);
            expect(failure.message).not.toContain(directory);
            hits++;
          }
        } finally {
          fault[Symbol.dispose]();
        }
        expect(change.states).toContain(await change.state());
        await change.run();
        expect(await change.state()).toBe(change.states.at(-1));
        const scratch = readdirSync(`${directory}/.lantern`, { recursive: true });
        expect(scratch.filter((path) => String(path).endsWith('.part'))).toEqual([]);
        await blobs.deletePrefix('a/');
        await blobs.deletePrefix('x/');
        expect(await Array.fromAsync(blobs.list(''))).toEqual([]);
        if (!isHit) break;
      }
      expect(hits).toBeGreaterThan(0);
    });
  });

  it('overtaken at any step of a publish, shows the later site (R3)', async () => {
    const outcomes = new Set<boolean>();
    for (let at = 1; ; at++) {
      await publish(`old ${at}`);
      const version = await fill(await blobs.newVersion('x/site/'), filesOf('late'));
      let wasShown: boolean | undefined;
      const overtake = async () => {
        wasShown = (await shown('x/site/')) === 'late';
        await publishFiles(localBlobs({ directory }), 'x/site/', filesOf('later'));
      };
      const fault = await diskFault({
        directory,
        at,
        how: { meanwhile: overtake },
        when: 'before',
      });
      const isPublished = await version.publish().then(
        () => true,
        () => false,
      );
      fault[Symbol.dispose]();
      if (wasShown === undefined) break;
      outcomes.add(isPublished);
      expect([at, isPublished, await shown('x/site/')]).toEqual([at, wasShown, 'later']);
      expect(readFileSync(`${directory}/x/site/${files[0]}`, 'utf8')).toBe('later');
    }
    expect(outcomes).toEqual(new Set([true, false]));
  });
});
