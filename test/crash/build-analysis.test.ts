import { afterAll, describe, expect, it } from 'vitest';
import { acceptBuild, analysisRemains } from '#test/support/analysis/analysis-home.ts';
import { failedCase, startedBuilds } from '#test/support/analysis/build-world.ts';
import { startJenkins } from '#test/support/analysis/jenkins/jenkins.ts';
import { seed } from '#test/support/property.ts';
import { runChild } from '#test/support/processes/run-child.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

async function work(folder: string, hours: number, at = 0) {
  const words = ['--folder', folder, '--hours', String(hours), '--at', String(at)];
  const { lines, signal, errors } = await runChild('analysis/analysis-child.ts', words);
  const calls = Number(lines[0]);
  const hasDied = at > 0 && !(calls < at);
  expect({ at, signal, errors }).toEqual({ at, signal: hasDied ? 'SIGKILL' : null, errors: '' });
  return calls;
}

describe('the analysis of a build whose worker is killed', async () => {
  const jenkins = await startJenkins();
  afterAll(() => jenkins.close());
  const console = startedBuilds(['part', 7], ['quiet', 2]);
  const cases = [failedCase('a', 'no apple'), failedCase('b', 'no milk')];
  jenkins.add('part', 7, { cases: [failedCase('a', 'no cheese')] });
  jenkins.add('quiet', 2, { console: 'ERROR: no space left on device' });
  const runs = () => jenkins.add('nightly', 5, { result: null, building: true });
  const fails = () => jenkins.add('nightly', 5, { cases, console });

  runs();
  const unharmed = await temporaryFolder();
  await acceptBuild(unharmed.path, jenkins);
  const whileWaiting = await work(unharmed.path, 1);
  fails();
  const afterwards = await work(unharmed.path, 2);
  const whole = await analysisRemains(unharmed.path);
  await unharmed.remove();

  it('would have ended like this', () => {
    expect(whole).toMatchObject({
      job: { status: 'completed', done_groups: 4, code_issues: 4, failure_count: 4 },
      ...{ calls: 4, groups: 0, trees: [], xml: undefined },
      phases: [
        ...['analyzing', 'analyzing_child_jobs', 'analyzing_failures', 'saving', 'waiting_for_ci'],
      ],
      history: ['shop.a', 'shop.b', 'shop.a', 'quiet#2'].map((name) => [name, 'CODE ISSUE']),
    });
    expect(whole.files).toHaveLength(1);
    // The question about the console output has its words twice.
    expect(whole.asked.filter((line) => line !== '')).toEqual([
      ...['no apple', 'no cheese', 'no milk', 'no space', 'no space'],
    ]);
    expect(whileWaiting).toBeGreaterThan(5);
    expect(afterwards).toBeGreaterThan(40);
  });

  // Every point takes three processes. All of them: LANTERN_TEST_STRIDE=1.
  const stride = Number(process.env['LANTERN_TEST_STRIDE'] ?? 19);
  const chosen = (calls: number) =>
    Array.from({ length: calls }, (_, at) => at + 1).filter((at) => (at - seed) % stride === 0);

  it.each(chosen(whileWaiting))(
    'while it waits, before durable call %i, ends as it would have (R1)',
    async (at) => {
      const folder = await temporaryFolder();
      runs();
      await acceptBuild(folder.path, jenkins);
      await work(folder.path, 1, at);
      await work(folder.path, 2);
      fails();
      await work(folder.path, 3);
      expect(await analysisRemains(folder.path)).toEqual(whole);
      await folder.remove();
    },
  );

  it.each(chosen(afterwards))(
    'after it, before durable call %i, ends as it would have, paid once (R1)',
    async (at) => {
      const folder = await temporaryFolder();
      runs();
      await acceptBuild(folder.path, jenkins);
      await work(folder.path, 1);
      fails();
      await work(folder.path, 2, at);
      await work(folder.path, 3);
      expect(await analysisRemains(folder.path)).toEqual(whole);
      await folder.remove();
    },
  );
});
