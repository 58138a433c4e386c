import { describe, expect, it } from 'vitest';
import { acceptDebate, debateRemains } from '#test/support/debate-home.ts';
import { seed } from '#test/support/property.ts';
import { runChild } from '#test/support/run-child.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

async function work(folder: string, hours: number, at = 0) {
  const words = ['--folder', folder, '--hours', String(hours), '--at', String(at)];
  const { lines, signal, errors } = await runChild('debate-child.ts', words);
  const calls = Number(lines[0]);
  // On a busy machine there are more calls, such as heartbeats: another run may have fewer than `at`.
  const hasDied = at > 0 && !(calls < at);
  expect({ at, signal, errors }).toEqual({ at, signal: hasDied ? 'SIGKILL' : null, errors: '' });
  return calls;
}

describe('an analysis with a debate whose worker is killed', async () => {
  const unharmed = await temporaryFolder();
  await acceptDebate(unharmed.path);
  const calls = await work(unharmed.path, 1);
  const whole = await debateRemains(unharmed.path);
  await unharmed.remove();

  it('would have ended like this', () => {
    const questions = (error: string) =>
      ['main first ', 'main revision 1', 'second review 1', 'second review 2']
        .concat(['third review 1', 'third review 2'])
        .map((question) => `${question} ${error}`);
    expect(whole).toMatchObject({
      job: ['completed', expect.stringContaining('2 analyzed successfully'), null, 0, 2],
      ...{ groups: 0, trees: [] },
      history: ['test of one: PRODUCT BUG', 'test of two: PRODUCT BUG'],
      asked: [...questions('one'), ...questions('two')].sort(),
    });
    expect(whole.calls).toHaveLength(12);
    expect(calls).toBeGreaterThan(50);
  });

  // Every point takes two processes. All of them: LANTERN_TEST_STRIDE=1.
  const stride = Number(process.env['LANTERN_TEST_STRIDE'] ?? 19);
  const points = Array.from({ length: calls }, (_, at) => at + 1).filter(
    (at) => (at - seed) % stride === 0,
  );

  it.each(points)(
    'before durable call %i ends as it would have, and pays once (R1)',
    async (at) => {
      const folder = await temporaryFolder();
      await acceptDebate(folder.path);
      await work(folder.path, 1, at);
      await work(folder.path, 2);
      expect(await debateRemains(folder.path)).toEqual(whole);
      await folder.remove();
    },
  );
});
