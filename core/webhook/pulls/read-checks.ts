import * as z from 'zod/mini';
import { repositoryPath } from '#core/scm/pull-request.ts';
import type { HandlerContext } from './context.ts';
import type { Pull } from './pull.ts';

export type CheckState = 'passed' | 'pending' | 'failed';

const text = z.catch(z.nullable(z.string()), null);
const run = z.object({ name: z.string(), status: text, conclusion: text });
const status = z.object({ context: z.string(), state: text });

/** The checks and statuses of the newest commit, by name. Of several with one name the worst counts,
 * as on the code host. */
export async function readChecks(
  { scm }: Pick<HandlerContext, 'scm'>,
  pull: Pull,
): Promise<ReadonlyMap<string, CheckState>> {
  const path = `${repositoryPath(pull.name)}/commits/${encodeURIComponent(pull.headSha)}`;
  const [ofRuns, ofStatuses] = await Promise.all([
    scm.all(`${path}/check-runs`, { shape: run }),
    scm.all(`${path}/status`, { shape: status }),
  ]);
  const states = new Map<string, CheckState>();
  const add = (name: string, state: CheckState) => {
    const other = states.get(name);
    states.set(name, other && severity[other] > severity[state] ? other : state);
  };
  for (const { name, status, conclusion } of ofRuns) {
    add(name, status === 'completed' ? stateOf(conclusion) : 'pending');
  }
  for (const { context, state } of ofStatuses) add(context, stateOf(state));
  return states;
}

const severity: Readonly<Record<CheckState, number>> = { passed: 0, pending: 1, failed: 2 };

function stateOf(end: string | null): CheckState {
  if (end === 'pending') return 'pending';
  return ['success', 'neutral', 'skipped'].includes(end ?? '') ? 'passed' : 'failed';
}
