import { call } from './call.ts';
import { demoKey, type DemoHome } from './open-home.ts';
import { failuresOf } from './story/failures.ts';
import { organization } from './story/team.ts';
import { type Calendar, type DemoEvent, oneOf, storyDays } from './timeline.ts';

interface Run {
  readonly job: string;
  readonly number: number;
  readonly branch: string;
  readonly tests: readonly string[];
  /** What fails of `failuresOf`. */
  readonly failing: readonly number[];
}

/** Each job every second day, as a pipeline would send its report; people comment and correct. */
export function analysisEvents(calendar: Calendar): DemoEvent[] {
  const { at, random } = calendar;
  const jobs = Object.keys(failuresOf);
  const events: DemoEvent[] = [];
  for (let day = 0; day < storyDays; day += 1) {
    for (const [place, job] of jobs.entries()) {
      if ((day + place) % 2 === 1) continue;
      const run = runOf(random, job, day);
      const isDiscussed = random() < 0.4;
      events.push({
        at: at(day, 1 + place, Math.floor(random() * 50)),
        run: (home) => analyze(home, run, isDiscussed),
      });
    }
  }
  return [...events, { at: at(10, 9), run: correct }, { at: at(13, 8), run: addMetadata }];
}

function runOf(random: () => number, job: string, day: number): Run {
  const all = failuresOf[job] ?? [];
  const failing = all.flatMap((_failure, at) => (random() < 0.55 ? [at] : []));
  const [first = 'main'] = random() < 0.6 ? ['main'] : [oneOf(random, ['queue-limit', 'cookies'])];
  const passing = Array.from(
    { length: 6 + Math.floor(random() * 20) },
    (_, at) => `case ${at + 1}`,
  );
  const branch = job.endsWith('nightly') ? 'main' : first;
  return {
    job,
    number: 300 + day,
    branch,
    tests: passing,
    failing: failing.length > 0 ? failing : [0],
  };
}

async function analyze({ urls }: DemoHome, run: Run, isDiscussed: boolean): Promise<void> {
  const [repository] = run.job.split('/');
  const result = await call<{ job_id: string }>(`${urls.analysis}/analyze-failures`, {
    key: demoKey,
    body: {
      raw_xml: reportOf(run),
      job_name: run.job,
      build_number: run.number,
      branch: run.branch,
      commit: run.number.toString(16).padStart(40, 'c4'),
      run_url: `https://ci.harbour.test/${organization}/${repository}/runs/${run.number}`,
    },
  });
  if (isDiscussed) await discuss(urls.analysis, result.job_id, run);
}

async function discuss(url: string, id: string, { job, failing }: Run): Promise<void> {
  const test_name = failuresOf[job]?.[failing[0] ?? 0]?.test ?? '';
  const comment = job.endsWith('e2e')
    ? 'The runner was replaced an hour ago. @grace, please look whether it has the new route.'
    : 'Seen on my machine too, since the merge of yesterday. I take it.';
  await call(`${url}/results/${id}/comments`, { key: demoKey, body: { test_name, comment } });
  await call(`${url}/results/${id}/reviewed`, {
    key: demoKey,
    method: 'PUT',
    body: { test_name, reviewed: true },
  });
}

interface Dashboard {
  readonly job_id: string;
  readonly job_name: string;
}

/** A person knows better than the rules. */
async function correct({ urls }: DemoHome): Promise<void> {
  const rows = await call<Dashboard[]>(`${urls.analysis}/api/dashboard`, { key: demoKey });
  const rigging = rows.find(({ job_name }) => job_name === 'rigging/tests');
  if (!rigging) return;
  const { result } = await call<{ result: { failures: { test_name: string }[] } }>(
    `${urls.analysis}/results/${rigging.job_id}`,
    { key: demoKey, headers: { accept: 'application/json' } },
  );
  await call(`${urls.analysis}/results/${rigging.job_id}/override-classification`, {
    key: demoKey,
    method: 'PUT',
    body: {
      test_name: result.failures[0]?.test_name,
      classification: 'PRODUCT BUG',
      reason: 'The flag is documented with a value.',
    },
  });
}

async function addMetadata({ urls }: DemoHome): Promise<void> {
  const teams = { 'pelican-http/tests': 'network', 'rigging/nightly': 'tools' };
  for (const [job, team] of Object.entries(teams)) {
    await call(`${urls.analysis}/api/jobs/${job}/metadata`, {
      key: demoKey,
      method: 'PUT',
      body: { team, tier: 'critical', labels: ['demo'] },
    });
  }
}

function reportOf({ job, tests, failing }: Run): string {
  const failures = failing.flatMap((at) => failuresOf[job]?.[at] ?? []);
  const cases = [
    ...tests.map((name) => `<testcase classname="${xml(job)}" name="${name}" time="0.2"/>`),
    ...failures.map(
      ({ test, message, stack }) =>
        `<testcase name="${xml(test)}" time="1.5"><failure message="${xml(message)}">${xml(stack)}</failure></testcase>`,
    ),
  ];
  const counts = `tests="${cases.length}" failures="${failures.length}"`;
  return `<testsuite name="${xml(job)}" ${counts}>\n${cases.join('\n')}\n</testsuite>\n`;
}

function xml(text: string): string {
  const names: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' };
  return text.replace(/[&<>"]/g, (sign) => `&${names[sign]};`);
}
