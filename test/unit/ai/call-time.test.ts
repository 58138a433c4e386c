import { expect, it } from 'vitest';
import type { ProgramRun } from '#core/platform/ports/programs/programs.ts';
import { manualClock } from '#test/support/manual-clock.ts';
import { openAi } from '#test/support/ai/open-ai.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const seconds = 1_000;

/** An Ai whose program takes so long for each try and is never there, and the times it was given. */
async function overloaded(milliseconds: number) {
  const folder = await temporaryFolder();
  const clock = manualClock();
  const times: number[] = [];
  const sleep = async (pause: number) => clock.jump(pause);
  const run = async ({ program, timeoutMilliseconds }: ProgramRun) => {
    const busy = { end: 'exited', code: 1, stdout: '', stderr: '529 overloaded' } as const;
    if (program === 'git') return busy;
    times.push(timeoutMilliseconds);
    clock.jump(milliseconds);
    return busy;
  };
  const ai = openAi(folder.path, {}, { clock: { ...clock, sleep }, run });
  return { ai, times, folder };
}

const question = { provider: 'provider_a', model: 'm', prompt: 'What?' };

it('gives each further try what is left of the time', async () => {
  const { ai, times, folder } = await overloaded(10 * seconds);
  const asked = { ...question, directory: folder.path, timeoutMilliseconds: 60 * seconds };
  await expect(ai.ask(asked)).rejects.toThrow('529 overloaded');
  // Between the tries it waits for 2 and for 8 seconds.
  expect(times).toEqual([60 * seconds, 48 * seconds, 30 * seconds]);
});

it('gives the check whether a provider answers 60 seconds in all', async () => {
  const { ai, times } = await overloaded(40 * seconds);
  expect(await ai.unavailable('provider_a', 'm')).toContain('529 overloaded');
  expect(times).toEqual([60 * seconds, 18 * seconds]);
});
