import { describe, expect, it } from 'vitest';
import { cachedFor } from '#core/ai/cached-for.ts';
import type { ProgramRun } from '#core/platform/ports/programs/programs.ts';
import { manualClock } from '#test/support/manual-clock.ts';
import { openAi } from '#test/support/ai/open-ai.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

describe('a result that is cached for a time', () => {
  it('is made once for all who ask meanwhile and within the time, and then again', async () => {
    const clock = manualClock();
    const cached = cachedFor<number>(clock, 1_000);
    let made = 0;
    const make = async () => (made += 1);
    expect(await Promise.all([cached('a', make), cached('a', make), cached('b', make)])).toEqual([
      1, 1, 2,
    ]);
    clock.jump(999);
    expect(await cached('a', make)).toBe(1);
    clock.jump(1);
    expect(await cached('a', make)).toBe(3);
  });
});

it('reads the git configuration of a tree once for the pages of a generation, and soon again (S3)', async () => {
  const folder = await temporaryFolder();
  const clock = manualClock();
  let reads = 0;
  const run = async ({ program }: ProgramRun) => {
    if (program === 'git') reads += 1;
    return { end: 'exited', code: 0, stdout: 'fine', stderr: '' } as const;
  };
  const ai = openAi(folder.path, {}, { clock, run });
  const ask = (directory: string) =>
    ai.ask({
      ...{ provider: 'provider_a', model: 'm', prompt: 'p', directory },
      timeoutMilliseconds: 60_000,
    });
  await Promise.all([ask(folder.path), ask(folder.path)]);
  expect(reads).toBe(1);
  await ask('/');
  expect(reads).toBe(2);
  clock.jump(10_000);
  await ask(folder.path);
  expect(reads).toBe(3);
});
