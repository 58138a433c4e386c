import { afterAll, describe, expect, it } from 'vitest';
import {
  acceptAnalysis,
  acceptBuild,
  analysisRemains,
  sweepAnalysis,
} from '#test/support/analysis/analysis-home.ts';
import { failedCase, startedBuilds } from '#test/support/analysis/build-world.ts';
import { startJenkins } from '#test/support/analysis/jenkins/jenkins.ts';
import { fakeJira } from '#test/support/analysis/jira/server.ts';
import { acceptGeneration } from '#test/support/docs/generation-home.ts';
import { remains } from '#test/support/docs/generation-remains.ts';
import { seed } from '#test/support/property.ts';
import { runChild } from '#test/support/processes/run-child.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

interface Run {
  readonly name: string;
  readonly child: string;
  /** One process works all steps; when it dies, the queues take over. */
  readonly isWorkedHere?: boolean;
  /** Queues what a dead process has left without a message. */
  readonly sweep?: (folder: string, hours: number) => Promise<unknown>;
  /** What happens before the worker works, each time. */
  readonly stages: readonly ((folder: string) => unknown)[];
  readonly remains: (folder: string) => Promise<{ readonly asked: readonly string[] }>;
  /** What is left when no process is killed. */
  readonly left: object;
  /** The model's questions, in order. */
  readonly asked: readonly unknown[];
}

// Beyond the five tokens, so that steps go on to pages that wait.
const pages = 7;
const [jira, jenkins] = await Promise.all([fakeJira('server'), startJenkins()]);
afterAll(() => Promise.all([jira.close(), jenkins.close()]));
jira.add('SHOP', { summary: 'There is no bread' });
jenkins.add('part', 7, { cases: [failedCase('a', 'no cheese')] });
jenkins.add('quiet', 2, { console: 'ERROR: no space left on device' });

const analysis = { child: 'analysis/analysis-child.ts', remains: analysisRemains };
const debate = {
  ...analysis,
  left: {
    job: { status: 'completed', done_groups: 3, code_issues: 3, product_bugs: 1 },
    phases: [
      ...['analyzing', 'analyzing_failures', 'enriching_tracker'],
      ...['orchestrator_revising_round_1', 'peer_review_round_1', 'peer_review_round_2'],
      'saving',
    ],
    ...{ calls: 8, groups: 0, trees: [] },
    history: [0, 1, 2, 3].map((at) => [`t${at}`, at === 1 ? 'PRODUCT BUG' : 'CODE ISSUE']),
    result: expect.stringContaining('SHOP-1') as unknown,
  },
  asked: Array.from({ length: 8 }, () => expect.any(String) as unknown),
};
const generation: Omit<Run, 'name'> = {
  child: 'docs/generation-child.ts',
  stages: [(folder) => acceptGeneration(folder, pages)],
  remains: (folder) => remains(folder, pages),
  left: {
    project: { status: 'ready', page_count: pages },
    ...{ ended: true, commit: true, pages: 0 },
  },
  asked: ['plan', ...Array.from({ length: pages }, () => 'page')],
};
const runs: readonly Run[] = [
  { name: 'a generation', ...generation },
  { name: 'a generation in one process', ...generation, isWorkedHere: true },
  {
    ...{ name: 'an analysis with a debate', ...debate },
    stages: [(folder) => acceptAnalysis(folder, jira.origin)],
  },
  {
    ...{ name: 'an analysis in the process of its request', ...debate, isWorkedHere: true },
    sweep: sweepAnalysis,
    stages: [(folder) => acceptAnalysis(folder, jira.origin, { isWorkedHere: true })],
  },
  {
    ...{ name: 'the analysis of a build, which it waits for', ...analysis },
    stages: [
      async (folder) => {
        jenkins.add('nightly', 5, { result: null, building: true });
        await acceptBuild(folder, jenkins);
      },
      () =>
        jenkins.add('nightly', 5, {
          cases: [failedCase('a', 'no apple'), failedCase('b', 'no milk')],
          console: startedBuilds(['part', 7], ['quiet', 2]),
        }),
    ],
    left: {
      job: { status: 'completed', done_groups: 4, code_issues: 4, failure_count: 4 },
      ...{ calls: 4, groups: 0, trees: [], xml: undefined },
      phases: [
        ...['analyzing', 'analyzing_child_jobs', 'analyzing_failures', 'saving', 'waiting_for_ci'],
      ],
      history: ['shop.a', 'shop.b', 'shop.a', 'quiet'].map((name) => [name, 'CODE ISSUE']),
      files: ['jobs/ID/consoles.json', 'jobs/ID/result.json'],
    },
    // The question about the console output has its words twice.
    asked: ['no apple', 'no cheese', 'no milk', 'no space', 'no space'],
  },
];

async function work(
  { child, isWorkedHere = false }: Pick<Run, 'child' | 'isWorkedHere'>,
  folder: string,
  hours: number,
  at: number,
) {
  const words = ['--folder', folder, '--hours', String(hours), '--at', String(at)];
  if (isWorkedHere) words.push('--here');
  const { lines, signal, errors } = await runChild(child, words);
  const calls = Number(lines[0]);
  // On a busy machine there are more calls, such as heartbeats: another run may have fewer than `at`.
  const hasDied = at > 0 && !(calls < at);
  expect({ at, signal, errors }).toEqual({ at, signal: hasDied ? 'SIGKILL' : null, errors: '' });
  return calls;
}

/** From the beginning to the end; the worker of one stage dies at that call, and another follows. */
async function wholeRun(run: Run, killed?: { readonly stage: number; readonly at: number }) {
  const folder = await temporaryFolder();
  const calls: number[] = [];
  let hours = 0;
  for (const [stage, prepare] of run.stages.entries()) {
    await prepare(folder.path);
    const isKilled = stage === killed?.stage;
    calls.push(await work(run, folder.path, (hours += 1), isKilled ? killed.at : 0));
    if (!isKilled) continue;
    await work({ child: run.child }, folder.path, (hours += 1), 0);
    await run.sweep?.(folder.path, hours);
  }
  const left = await run.remains(folder.path);
  await folder.remove();
  return { calls, left };
}

describe.each(runs)('$name, whose worker is killed', async (run) => {
  const { calls, left } = await wholeRun(run);

  it('would have ended like this', () => {
    expect(left).toMatchObject(run.left);
    expect(left.asked.filter((line) => line !== '')).toEqual(run.asked);
    expect(calls.at(-1)).toBeGreaterThan(30);
  });

  // Every point takes processes of its own. All of them: LANTERN_TEST_STRIDE=1.
  const stride = Number(process.env['LANTERN_TEST_STRIDE'] ?? 19);
  const points = calls.flatMap((count, stage) =>
    Array.from({ length: count }, (_, at) => ({ stage, at: at + 1 })).filter(
      ({ at }) => (at - seed) % stride === 0,
    ),
  );

  it.each(points)(
    'before durable call $at of stage $stage ends as it would have, paid once (R1)',
    async (killed) => {
      const other = (await wholeRun(run, killed)).left;
      // A request works without leases; the queue takes over what it has left.
      expect(run.sweep ? { ...other, leases: [] } : other).toEqual(left);
    },
  );
});
