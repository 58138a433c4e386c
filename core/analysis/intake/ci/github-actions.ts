import * as z from 'zod/mini';
import { Failure, isFailure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import {
  artifacts,
  artifactsPath,
  reportsIn,
  workflowRuns,
  type WorkflowRun,
} from '#core/scm/workflow-runs.ts';
import { readWebUrl, withoutSlashes } from '#core/text/url.ts';
import { mayBeOther } from '../formats/detect.ts';
import { maxOtherCharacters } from '../input/input-writer.ts';
import { junitReader } from '../junit/read-junit.ts';
import { changesBetween, comparePath, comparison } from './compared.ts';
import { askCi } from './ask-ci.ts';
import type { Ci, CiAccess, CiBuild, CiReport } from './ci.ts';
import { readLines } from './read-lines.ts';

type Needs = Pick<Platform, 'fetch' | 'trees' | 'clock'>;

const results: ReadonlyMap<string, NonNullable<CiBuild['result']>> = new Map([
  ['success', 'success'],
  ['failure', 'failure'],
  ['timed_out', 'failure'],
  ['startup_failure', 'failure'],
  ['cancelled', 'aborted'],
]);

const workflows = z.object({
  workflows: z.array(z.object({ id: z.int(), name: z.string(), path: z.string() })),
});
const jobs = z.object({
  jobs: z.array(z.object({ id: z.int(), name: z.string(), conclusion: z.nullable(z.string()) })),
});
const headers = { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' };
const maxLogs = 10;
const maxLogBytes = 1024 * 1024 * 1024;

/** Runs of a workflow as builds: the name is `owner/repo/workflow`, the number that of the run. Its
 * console is the logs of its failed jobs, its report those in its artifacts. Jobs are no
 * children: they have no page of results of their own. */
export function githubActions(needs: Needs, access: CiAccess): Ci {
  const { password, signal } = access;
  const base = withoutSlashes(access.url);
  const login = password === undefined ? {} : { authorization: `Bearer ${password}` };
  const product = "GitHub's REST API";
  const ask = askCi(needs, access, { headers: { ...headers, ...login }, product });
  const runsByBuild = new Map<string, WorkflowRun>();

  async function runOf(name: string, number: number): Promise<WorkflowRun | undefined> {
    const { repository, workflow } = parseName(name);
    const id = await workflowId(repository, workflow);
    if (id === undefined) return undefined;
    const path = `${repository}/actions/workflows/${id}/runs`;
    const run = await findRun(number, async (page, size) => {
      const query = `exclude_pull_requests=true&per_page=${size}&page=${page}`;
      return (await ask.read(`${path}?${query}`, workflowRuns))?.workflow_runs ?? [];
    });
    if (run) runsByBuild.set(`${name}#${number}`, run);
    return run;
  }

  /** A file name or id is used as it is; a name without ending is looked up. */
  async function workflowId(repository: string, workflow: string): Promise<string | undefined> {
    if (/^\d+$|\.ya?ml$/i.test(workflow)) return encodeURIComponent(workflow);
    const list = await ask.read(`${repository}/actions/workflows?per_page=100`, workflows);
    const match = list?.workflows.find(
      ({ name, path }) =>
        name === workflow ||
        path.slice(path.lastIndexOf('/') + 1).replace(/\.ya?ml$/i, '') === workflow,
    );
    return match && String(match.id);
  }

  /** The path of a build's run; undefined: it has been deleted. */
  async function place({ name, number }: CiBuild): Promise<string | undefined> {
    const run = runsByBuild.get(`${name}#${number}`) ?? (await runOf(name, number));
    return run && `${parseName(name).repository}/actions/runs/${run.id}`;
  }

  async function artifactsOf(path: string) {
    return (await ask.read(`${path}${artifactsPath}`, artifacts))?.artifacts ?? [];
  }

  return {
    reach: () => ask.reach('/rate_limit'),

    async build(name, number) {
      const run = await runOf(name, number);
      if (!run) return undefined;
      const { status, conclusion, html_url: url } = run;
      const isOver = status === 'completed';
      const { repository } = parseName(name);
      const list = isOver ? await artifactsOf(`${repository}/actions/runs/${run.id}`) : [];
      return {
        name,
        number,
        url: readWebUrl(url) ?? base,
        result: isOver ? (results.get(conclusion ?? '') ?? 'other') : undefined,
        artifacts: list.map((artifact) => ({
          path: `${artifact.name}.zip`,
          id: String(artifact.id),
        })),
      };
    },

    async report(build) {
      const path = await place(build);
      if (path === undefined) return { failures: [], passed: [] };
      const { repository } = parseName(build.name);
      const reports = reportsIn(
        needs,
        await artifactsOf(path),
        (id, maxBytes, take) =>
          ask.receive(`${repository}/actions/artifacts/${id}/zip`, maxBytes, take),
        signal,
        /\.(?:xml|trx|jsonl?|tap)$/i,
      );
      const xml: CiReport[] = [];
      const others: CiReport[] = [];
      const leftOut: string[] = [];
      for await (const { artifact, path: file, text, isJunit } of reports) {
        const tests = await testsOf(text, isJunit);
        if (tests) (/\.(?:xml|trx)$/i.test(file) ? xml : others).push(tests);
        else leftOut.push(`${artifact}/${file.slice(file.indexOf('/') + 1)}`);
      }
      // Tools often write a run in two formats.
      const all = xml.length > 0 ? xml : others;
      return {
        failures: all.flatMap(({ failures }) => failures),
        passed: all.flatMap(({ passed }) => passed),
        leftOut,
      };
    },

    async console(build, onLine) {
      const path = await place(build);
      const all = path && (await ask.read(`${path}/jobs?filter=latest&per_page=100`, jobs));
      const isFailed = ({ conclusion }: { conclusion: string | null }) =>
        results.get(conclusion ?? '') === 'failure';
      const candidates = all ? all.jobs : [];
      const failed = candidates.some(isFailed) ? candidates.filter(isFailed) : candidates;
      const shown = failed.slice(0, maxLogs);
      const { repository } = parseName(build.name);
      for (const { id, name } of shown) {
        let lines = 0;
        await ask.receive(`${repository}/actions/jobs/${id}/logs`, maxLogBytes, (parts) =>
          readLines(parts, (line) => {
            // The lines of one log keep their numbers.
            if (lines++ === 0 && shown.length > 1) onLine(`Job ${name}:`);
            // GitHub begins each line with a time, which hides equal lines.
            onLine(line.replace(/^\uFEFF?[\d-]{10}T[\d:.]{8,20}Z /, ''));
          }),
        );
      }
    },

    failedChildren: async () => [],

    async changes({ name, number }) {
      const run = runsByBuild.get(`${name}#${number}`);
      const { head_branch: branch = null, workflow_id: workflow = null } = run ?? {};
      if (!run || branch === null || workflow === null) return undefined;
      const { repository } = parseName(name);
      const query = new URLSearchParams({
        branch,
        status: 'success',
        per_page: String(pageSize),
        exclude_pull_requests: 'true',
      });
      const path = `${repository}/actions/workflows/${workflow}/runs?${query.toString()}`;
      const passed = (await ask.read(path, workflowRuns))?.workflow_runs.find(
        ({ run_number }) => run_number < number,
      );
      if (!passed) return undefined;
      const range = comparePath(passed.head_sha, run.head_sha);
      const answer = await ask.read(repository + range, comparison);
      return answer && changesBetween(answer, `#${passed.run_number}`);
    },

    async download({ name }, { id }, take, maxBytes) {
      const { repository } = parseName(name);
      const path = `${repository}/actions/artifacts/${encodeURIComponent(id)}/zip`;
      return ask.download(path, maxBytes, take);
    },
  };
}

function parseName(name: string) {
  const [, owner = '', repository = '', workflow = ''] =
    /^([\w-]{1,100})\/([\w.-]{1,100})\/([^/\0-\x1f\x7f]{1,200})$/.exec(name) ?? [];
  if (owner !== '' && !/^\.+$/.test(repository) && !/^\.+$/.test(workflow) && name.isWellFormed()) {
    return { repository: `/repos/${owner}/${repository}`, workflow };
  }
  const message = 'The job name must be owner/repo/workflow, such as octo/shop/tests.yml';
  throw new Failure('invalid', 'bad_name', message);
}

const pageSize = 100;
/** Pages that are read: a server could name numbers without end. */
const maxLooks = 40;

/**
 * The run with a number. The API lists runs, the newest first, and knows no filter for their number:
 * the page follows from the difference to the newest, and is an earlier one when runs were deleted.
 */
async function findRun(
  number: number,
  read: (page: number, size: number) => Promise<readonly WorkflowRun[]>,
): Promise<WorkflowRun | undefined> {
  if (number < 1) return undefined;
  let low = 0;
  let high = Infinity;
  let page = 1;
  for (let looks = 0; low < page && page < high && looks < maxLooks; looks += 1) {
    const runs = await read(page, pageSize);
    const [first, last] = [runs[0], runs.at(-1)];
    let guess = Math.floor((low + page) / 2);
    if (!first || !last || number > first.run_number) high = page;
    else if (number < last.run_number) {
      low = page;
      guess = page + Math.ceil((last.run_number - number) / pageSize);
    } else return runs.find(({ run_number }) => run_number === number);
    page = guess < high ? guess : Math.floor((low + high) / 2);
  }
  return undefined;
}

/** Undefined: it is no report, whatever its name. */
async function testsOf(text: string, isJunit: boolean): Promise<CiReport | undefined> {
  const passed: string[] = [];
  try {
    const { otherReport } = await import('../formats/other-report.ts');
    const isOther = mayBeOther(text) && text.length <= maxOtherCharacters;
    const xml = isOther ? otherReport(text) : undefined;
    if (xml === undefined && !isJunit) return undefined;
    const reader = junitReader((name) => passed.push(name));
    const cases = reader.write(xml ?? text);
    const { passedLater } = reader.end();
    const failed = cases.filter((_, at) => !passedLater.has(at));
    const failures = failed.map(({ place: _place, ...failure }) => {
      return { ...failure, status: 'FAILED' };
    });
    return { failures, passed };
  } catch (error) {
    if (isFailure(error, 'invalid')) return undefined;
    throw error;
  }
}
