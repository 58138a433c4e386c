import * as z from 'zod/mini';
import { Failure } from '#core/platform/failure.ts';
import type { FetchReply } from '#core/platform/ports/fetch.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { readWebUrl, withoutSlashes } from '#core/text/url.ts';
import { rateLimitWait } from '#core/scm/rate-limit.ts';
import { askCi } from './ask-ci.ts';
import type { Ci, CiAccess, CiBuild } from './ci.ts';
import { findRun, workflowRun, type WorkflowRun } from './find-run.ts';
import { lastBytes } from './last-bytes.ts';
import { readReports } from './read-reports.ts';

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
const runs = z.object({ workflow_runs: z.array(workflowRun) });
const jobs = z.object({
  jobs: z.array(z.object({ id: z.int(), name: z.string(), conclusion: z.nullable(z.string()) })),
});
const artifacts = z.object({
  artifacts: z.array(z.object({ id: z.int(), name: z.string(), size_in_bytes: z.number() })),
});

const headers = { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' };
const mostLogs = 10;
const mostLogBytes = 1024 * 1024 * 1024;

/** Runs of a workflow as builds: the name is `owner/repo/workflow`, the number that of the run. Its
 * console is the logs of its failed jobs, its report the JUnit XML in its artifacts. Jobs are no
 * children: they have no page of results of their own. */
export function githubActions({ fetch, trees, clock }: Needs, access: CiAccess): Ci {
  const { password, signal } = access;
  const base = withoutSlashes(access.url);
  const { host } = new URL(base);
  const login = password === undefined ? {} : { authorization: `Bearer ${password}` };
  const product = "GitHub's REST API";
  const ask = askCi(fetch, access, { headers: { ...headers, ...login }, product, refusal });
  const known = new Map<string, WorkflowRun>();

  /** A 403 may mean a rate limit. */
  function refusal(reply: FetchReply): Failure | undefined {
    const { status, headers: given } = reply;
    const limit = { status, headers: given, text: reply.text() };
    const wait = rateLimitWait(limit, 0, clock.now());
    if (wait === undefined) return undefined;
    const message = `The rate limit of ${host} is used up: try again in ${Math.ceil(wait / 1_000)} s`;
    return new Failure('upstream', 'rate_limited', message);
  }

  async function runOf(name: string, number: number): Promise<WorkflowRun | undefined> {
    const { repository, workflow } = parseName(name);
    const id = await workflowId(repository, workflow);
    if (id === undefined) return undefined;
    const path = `${repository}/actions/workflows/${id}/runs`;
    const run = await findRun(number, async (page, size) => {
      const query = `exclude_pull_requests=true&per_page=${size}&page=${page}`;
      return (await ask.read(`${path}?${query}`, runs))?.workflow_runs ?? [];
    });
    if (run) known.set(`${name}#${number}`, run);
    return run;
  }

  /** A file name or id is used as it is; a name without ending is looked up. */
  async function workflowId(repository: string, workflow: string): Promise<string | undefined> {
    if (/^\d+$|\.ya?ml$/i.test(workflow)) return encodeURIComponent(workflow);
    const list = await ask.read(`${repository}/actions/workflows?per_page=100`, workflows);
    const found = list?.workflows.find(
      ({ name, path }) =>
        name === workflow ||
        path.slice(path.lastIndexOf('/') + 1).replace(/\.ya?ml$/i, '') === workflow,
    );
    return found && String(found.id);
  }

  /** The path of a build's run; undefined: it has been deleted. */
  async function place({ name, number }: CiBuild): Promise<string | undefined> {
    const run = known.get(`${name}#${number}`) ?? (await runOf(name, number));
    return run && `${parseName(name).repository}/actions/runs/${run.id}`;
  }

  async function artifactsOf(path: string) {
    return (await ask.read(`${path}/artifacts?per_page=100`, artifacts))?.artifacts ?? [];
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
        ...{ name, number, url: readWebUrl(url) ?? base },
        result: isOver ? (results.get(conclusion ?? '') ?? 'other') : undefined,
        artifacts: list.map((artifact) => ({
          path: `${artifact.name}.zip`,
          id: String(artifact.id),
        })),
      };
    },

    async failures(build) {
      const path = await place(build);
      if (path === undefined) return [];
      const { repository } = parseName(build.name);
      return readReports(
        { trees },
        await artifactsOf(path),
        (id, maxBytes, take) =>
          ask.receive(`${repository}/actions/artifacts/${id}/zip`, maxBytes, take),
        signal,
      );
    },

    async console(build, maxBytes) {
      const path = await place(build);
      const all = path && (await ask.read(`${path}/jobs?filter=latest&per_page=100`, jobs));
      const isFailed = ({ conclusion }: { conclusion: string | null }) =>
        results.get(conclusion ?? '') === 'failure';
      const listed = all ? all.jobs : [];
      const failed = listed.some(isFailed) ? listed.filter(isFailed) : listed;
      const shown = failed.slice(0, mostLogs);
      const { repository } = parseName(build.name);
      const logs: string[] = [];
      for (const { id, name } of shown) {
        let text = '';
        await ask.receive(`${repository}/actions/jobs/${id}/logs`, mostLogBytes, async (parts) => {
          text = await lastBytes(parts, Math.floor(maxBytes / shown.length));
        });
        // GitHub begins each line with a time, which hides equal lines.
        if (text !== '')
          logs.push(`Job ${name}:\n${text.replaceAll(/^\uFEFF?[\d-]{10}T[\d:.]{8,20}Z /gm, '')}`);
      }
      return logs.join('\n');
    },

    failedChildren: async () => [],

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
