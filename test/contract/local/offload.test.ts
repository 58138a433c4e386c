import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { childOffload } from '#core/platform/adapters/local/offload/offload.ts';
import type { Offload, OffloadedWork } from '#core/platform/ports/programs/offload.ts';
import { atEnd } from '#test/support/at-end.ts';
import { descendantsOf } from '#test/support/processes/descendants-of.ts';
import { expectFailure } from '#test/support/expect-failure.ts';
import type { Errand } from '#test/support/processes/offloaded-work.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const module = import.meta.resolve('#test/support/processes/offloaded-work.ts');

function open(options: Parameters<typeof childOffload>[0] = {}): Offload {
  const offload = childOffload({ children: 2, ...options });
  atEnd(() => offload.close());
  return offload;
}

function errand(input: Errand, options: Partial<OffloadedWork> = {}): OffloadedWork {
  return { module, input, timeoutMilliseconds: 30_000, ...options };
}

/** Hears work begin, and lets it go on. */
async function meeting() {
  const { path } = await temporaryFolder();
  const names: string[] = [];
  const server = createServer((socket) => {
    socket
      .on('error', () => {})
      .on('data', (data) => {
        names.push(...data.toString().trim().split('\n'));
        server.emit('begun');
        socket.destroy();
      });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const go = join(path, 'go');
  atEnd(() => new Promise((resolve) => server.close(resolve)));
  return {
    names,
    place: { port: (server.address() as AddressInfo).port, go },
    begun: async (many = 1) => {
      while (names.length < many) await once(server, 'begun');
    },
    letGo: () => writeFile(go, ''),
  };
}

describe('Offload to child processes', () => {
  it.each([1, 'text', [1, { a: null }], new Map([['a', 1]]), new Uint8Array([1, 2]), undefined])(
    'brings %j there and back',
    async (value) => {
      expect(await open().run(errand({ kind: 'echo', value }))).toEqual(value);
    },
  );

  it('computes a little in one process, and more in two at once', async () => {
    const offload = open();
    const { place, names, begun, letGo } = await meeting();
    const work = (value: string) =>
      offload.run<string>(errand({ kind: 'meet', meeting: place, value }));
    const little = ['a', 'b', 'c', 'd'].map(work);
    await begun();
    expect(descendantsOf(process.pid)).toHaveLength(1);
    const more = ['e', 'f'].map(work);
    await begun(2);
    expect(descendantsOf(process.pid)).toHaveLength(2);
    expect(names.toSorted()).toEqual(['a', 'b']);
    await letGo();
    expect(await Promise.all([...little, ...more])).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  });

  it('leaves no process without work, and starts another when there is some', async () => {
    const offload = open({ idleMilliseconds: 20 });
    for (let each = 0; each < 2; each += 1) {
      expect(await offload.run(errand({ kind: 'count' }))).toBe(1);
      await expect.poll(() => descendantsOf(process.pid)).toEqual([]);
    }
  });

  it('gives the work nothing of our environment (S10)', async () => {
    const names = await open().run<string[]>(errand({ kind: 'environment' }));
    const tuning = ['MALLOC_ARENA_MAX', 'NODE_COMPILE_CACHE'];
    expect(names.filter((name) => !tuning.includes(name))).toEqual([]);
  });

  it.each<[kind: Errand['kind'], code: string, message: RegExp]>([
    ['throw', 'failed', /no such luck/],
    ['exit', 'failed', /ended/],
    ['crash', 'failed', /out of the blue/],
    ['hog', 'exhausted', /memory/],
    ['function', 'failed', /could not be cloned/],
  ])('tells of work that does %s, and goes on', async (kind, code, message) => {
    const offload = open({ children: 1, memoryMegabytes: 48 });
    const failing = offload.run(errand({ kind }));
    const next = offload.run(errand({ kind: 'echo', value: 'next' }));
    const failure = await expectFailure(failing, 'upstream', code);
    expect(failure.message).toMatch(message);
    expect(await next).toBe('next');
  });

  it('ends work that hangs, and goes on', async () => {
    const offload = open({ children: 1 });
    const hanging = offload.run(errand({ kind: 'hang' }, { timeoutMilliseconds: 50 }));
    const next = offload.run(errand({ kind: 'echo', value: 'next' }));
    await expectFailure(hanging, 'upstream', 'timed_out');
    expect(await next).toBe('next');
  });

  it('ends work that is aborted, whether it runs, waits or has not begun', async () => {
    const offload = open({ children: 1 });
    const { place, begun } = await meeting();
    const running = new AbortController();
    const waiting = new AbortController();
    const long: Errand = { kind: 'meet', meeting: place, value: 'long' };
    const first = offload.run(errand(long, { signal: running.signal }));
    const second = offload.run(errand({ kind: 'count' }, { signal: waiting.signal }));
    const third = offload.run(errand({ kind: 'count' }));
    await begun();
    waiting.abort();
    await expectFailure(second, 'upstream', 'aborted');
    running.abort();
    await expectFailure(first, 'upstream', 'aborted');
    expect(await third).toBe(1);
    const dead = errand({ kind: 'count' }, { signal: AbortSignal.abort() });
    await expectFailure(offload.run(dead), 'upstream', 'aborted');
    expect(await offload.run(errand({ kind: 'count' }))).toBe(2);
  });

  it('aborts what runs and waits when it closes', async () => {
    const offload = open({ children: 1 });
    const { place, begun } = await meeting();
    const ends = [errand({ kind: 'meet', meeting: place }), errand({ kind: 'count' })].map((work) =>
      expectFailure(offload.run(work), 'upstream', 'aborted'),
    );
    await begun();
    await offload.close();
    await Promise.all(ends);
    await expectFailure(offload.run(errand({ kind: 'count' })), 'upstream', 'aborted');
  });
});

it('a child keeps compiled code where its parent keeps it, before it ends', async () => {
  const { path } = await temporaryFolder();
  // It keeps its own code at its end, which does not come.
  const program = `const { childOffload } = await import(process.argv[1]);
    await childOffload({ children: 1 }).run(JSON.parse(process.argv[2]));
    process.stdin.resume();`;
  const offload = import.meta.resolve('#core/platform/adapters/local/offload/offload.ts');
  const work = JSON.stringify(errand({ kind: 'echo', value: 1 }));
  const words = ['--input-type=module', '-e', program, offload, work];
  const parent = spawn(process.execPath, words, {
    env: { NODE_COMPILE_CACHE: path },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  atEnd(() => void parent.kill('SIGKILL'));
  const kept = async () => {
    const [version] = await readdir(path);
    return version === undefined ? 0 : (await readdir(join(path, version))).length;
  };
  await expect.poll(kept).toBeGreaterThan(1);
});
