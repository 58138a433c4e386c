import { afterAll, describe, expect, it } from 'vitest';
import {
  acceptAnalysis,
  analysisRemains,
  sweepAnalysis,
} from '#test/support/analysis/analysis-home.ts';
import { fakeJira } from '#test/support/analysis/jira/server.ts';
import { seed } from '#test/support/property.ts';
import { runChild } from '#test/support/processes/run-child.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

type Worker = 'a queue' | 'its request';

async function work(
  folder: string,
  hours: number,
  { at = 0, by }: { readonly at?: number; readonly by: Worker },
) {
  const words = ['--folder', folder, '--hours', String(hours), '--at', String(at)];
  if (by === 'its request') words.push('--here');
  const { lines, signal, errors } = await runChild('analysis/analysis-child.ts', words);
  const calls = Number(lines[0]);
  // On a busy machine there are more calls, such as heartbeats: another run may have fewer than `at`.
  const hasDied = at > 0 && !(calls < at);
  expect({ at, signal, errors }).toEqual({ at, signal: hasDied ? 'SIGKILL' : null, errors: '' });
  return calls;
}

describe.each<{ by: Worker }>([{ by: 'a queue' }, { by: 'its request' }])(
  'an analysis with a debate that $by works on, killed',
  async ({ by }) => {
    const isWorkedHere = by === 'its request';
    const jira = await fakeJira('server');
    jira.add('SHOP', { summary: 'There is no bread' });
    afterAll(() => jira.close());
    const unharmed = await temporaryFolder();
    await acceptAnalysis(unharmed.path, jira.origin, { isWorkedHere });
    const calls = await work(unharmed.path, 1, { by });
    const whole = await analysisRemains(unharmed.path);
    await unharmed.remove();

    it('would have ended like this', () => {
      expect(whole).toMatchObject({
        job: { status: 'completed', done_groups: 3, code_issues: 3, product_bugs: 1 },
        phases: [
          ...['analyzing', 'analyzing_failures', 'enriching_tracker'],
          ...['orchestrator_revising_round_1', 'peer_review_round_1', 'peer_review_round_2'],
          'saving',
        ],
        ...{ calls: 8, groups: 0, trees: [] },
        history: [0, 1, 2, 3].map((at) => [`t${at}`, at === 1 ? 'PRODUCT BUG' : 'CODE ISSUE']),
        result: expect.stringContaining('SHOP-1') as unknown,
      });
      expect(whole.asked.filter((line) => line !== '')).toHaveLength(8);
      expect(calls).toBeGreaterThan(50);
    });

    // Every point takes two processes. All of them: LANTERN_TEST_STRIDE=1.
    const stride = Number(process.env['LANTERN_TEST_STRIDE'] ?? 19);
    const points = Array.from({ length: calls }, (_, at) => at + 1).filter(
      (at) => (at - seed) % stride === 0,
    );

    it.each(points)('before durable call %i ends as it would have, paid once (R1)', async (at) => {
      const folder = await temporaryFolder();
      await acceptAnalysis(folder.path, jira.origin, { isWorkedHere });
      await work(folder.path, 1, { at, by });
      await work(folder.path, 2, { by: 'a queue' });
      if (isWorkedHere) await sweepAnalysis(folder.path, 2);
      const remains = await analysisRemains(folder.path);
      // A request works without leases; the queue takes over what it has left.
      expect(isWorkedHere ? { ...remains, leases: [] } : remains).toEqual(whole);
      await folder.remove();
    });
  },
);
