import { describe, expect, it } from 'vitest';
import { acceptGeneration } from '#test/support/docs/generation-home.ts';
import { remains } from '#test/support/docs/generation-remains.ts';
import { seed } from '#test/support/property.ts';
import { runChild } from '#test/support/processes/run-child.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

// Beyond the five tokens, so that steps go on to pages that wait.
const pages = 7;

async function work(folder: string, hours: number, at = 0) {
  const words = ['--folder', folder, '--hours', String(hours), '--at', String(at)];
  const { lines, signal, errors } = await runChild('docs/generation-child.ts', words);
  const calls = Number(lines[0]);
  // On a busy machine there are more calls, such as heartbeats: another run may have fewer than `at`.
  const hasDied = at > 0 && !(calls < at);
  expect({ at, signal, errors }).toEqual({ at, signal: hasDied ? 'SIGKILL' : null, errors: '' });
  return calls;
}

describe('a generation whose worker is killed', async () => {
  const unharmed = await temporaryFolder();
  await acceptGeneration(unharmed.path, pages);
  const calls = await work(unharmed.path, 1);
  const whole = await remains(unharmed.path, pages);
  await unharmed.remove();

  it('would have ended like this', () => {
    expect(whole).toMatchObject({
      project: { status: 'ready', page_count: pages },
      asked: ['plan', ...Array.from({ length: pages }, () => 'page')],
      ended: true,
      commit: true,
      pages: 0,
    });
    expect(calls).toBeGreaterThan(50);
  });

  // Every point takes two processes. All of them: LANTERN_TEST_STRIDE=1.
  const stride = Number(process.env['LANTERN_TEST_STRIDE'] ?? 19);
  const points = Array.from({ length: calls }, (_, at) => at + 1).filter(
    (at) => (at - seed) % stride === 0,
  );

  it.each(points)('before durable call %i ends as it would have (R1)', async (at) => {
    const folder = await temporaryFolder();
    await acceptGeneration(folder.path, pages);
    await work(folder.path, 1, at);
    await work(folder.path, 2);
    expect(await remains(folder.path, pages)).toEqual(whole);
    await folder.remove();
  });
});
