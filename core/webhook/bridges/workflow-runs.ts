import * as z from 'zod/mini';
import { workflowRun, workflowRuns, type WorkflowRun } from '#core/scm/workflow-runs.ts';
import type { HandlerContext } from '../pulls/context.ts';

type Context = Pick<HandlerContext, 'scm' | 'settings'>;

const failed = new Set<string | null>(['failure', 'timed_out']);
const maxRuns = 5;

export function isFailed({ conclusion }: WorkflowRun): boolean {
  return failed.has(conclusion);
}

export async function readRun({ scm, settings }: Context, id: number): Promise<WorkflowRun> {
  return scm.json(`${settings.path}/actions/runs/${id}`, { shape: workflowRun });
}

/** The newest failed runs of a commit. */
export async function failedRuns(
  { scm, settings }: Context,
  sha: string,
): Promise<readonly WorkflowRun[]> {
  const query = new URLSearchParams({ head_sha: sha, per_page: '100' });
  const path = `${settings.path}/actions/runs?${query.toString()}`;
  const answer = await scm.json(path, { shape: workflowRuns });
  return answer.workflow_runs.filter(isFailed).slice(0, maxRuns);
}

/** Open pull requests of the run's commit. The host names none for a fork. */
export async function pullsOf(
  { scm, settings }: Context,
  { pull_requests: ownPulls, head_sha: sha }: WorkflowRun,
): Promise<readonly number[]> {
  if (ownPulls.length > 0) return ownPulls.map(({ number }) => number);
  const path = `${settings.path}/commits/${encodeURIComponent(sha)}/pulls`;
  const shape = z.object({ number: z.int(), state: z.string() });
  const pulls = await scm.all(path, { shape });
  return pulls.filter(({ state }) => state === 'open').map(({ number }) => number);
}
