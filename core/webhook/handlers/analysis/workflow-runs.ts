import * as z from 'zod/mini';
import type { HandlerContext } from '../handler.ts';
import { pathOf } from '../shared/repository-path.ts';

const schema = z.object({
  id: z.int(),
  run_attempt: z._default(z.int(), 1),
  run_number: z.int(),
  name: z.catch(z.string(), 'workflow'),
  conclusion: z.nullable(z.string()),
  head_sha: z.string(),
  html_url: z.string(),
  pull_requests: z.catch(z.array(z.object({ number: z.int() })), []),
});

export type WorkflowRun = z.output<typeof schema>;

type Context = Pick<HandlerContext, 'scm' | 'settings'>;

const failed = new Set<string | null>(['failure', 'timed_out']);
const mostRuns = 5;

export function isFailed({ conclusion }: WorkflowRun): boolean {
  return failed.has(conclusion);
}

export async function readRun({ scm, settings }: Context, id: number): Promise<WorkflowRun> {
  return schema.parse(await scm.json(`${pathOf(settings)}/actions/runs/${id}`));
}

/** The newest failed runs of a commit. */
export async function failedRuns(
  { scm, settings }: Context,
  sha: string,
): Promise<readonly WorkflowRun[]> {
  const query = new URLSearchParams({ head_sha: sha, per_page: '100' });
  const list = z.object({ workflow_runs: z.array(schema) });
  const answer = await scm.json(`${pathOf(settings)}/actions/runs?${query.toString()}`);
  return list.parse(answer).workflow_runs.filter(isFailed).slice(0, mostRuns);
}

/** Open pull requests of the run's commit. The host names none for a fork. */
export async function pullsOf(
  { scm, settings }: Context,
  { pull_requests: named, head_sha: sha }: WorkflowRun,
): Promise<readonly number[]> {
  if (named.length > 0) return named.map(({ number }) => number);
  const path = `${pathOf(settings)}/commits/${encodeURIComponent(sha)}/pulls`;
  const list = z.array(z.object({ number: z.int(), state: z.string() }));
  const pulls = list.parse(await scm.all(path));
  return pulls.filter(({ state }) => state === 'open').map(({ number }) => number);
}
