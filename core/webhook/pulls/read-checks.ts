import * as z from 'zod/mini';
import { nextPage } from '#core/scm/client.ts';
import { repositoryPath } from '#core/scm/pull-request.ts';
import type { HandlerContext } from './context.ts';
import type { Pull } from './pull.ts';

export type CheckState = 'passed' | 'pending' | 'failed';

const text = z.catch(z.nullable(z.string()), null);
const runs = z.object({
  check_runs: z.array(z.object({ name: z.string(), status: text, conclusion: text })),
});
const statuses = z.object({
  statuses: z.array(z.object({ context: z.string(), state: text })),
});

/** The checks and statuses of the newest commit, by name. Of several with one name the worst counts,
 * as on the code host. */
export async function readChecks(
  context: Pick<HandlerContext, 'scm'>,
  pull: Pull,
): Promise<ReadonlyMap<string, CheckState>> {
  const path = `${repositoryPath(pull.name)}/commits/${encodeURIComponent(pull.headSha)}`;
  const [runPages, statusPages] = await Promise.all([
    pages(context, `${path}/check-runs?per_page=100`),
    pages(context, `${path}/status?per_page=100`),
  ]);
  const states = new Map<string, CheckState>();
  const add = (name: string, state: CheckState) => {
    const other = states.get(name);
    states.set(name, other && severity[other] > severity[state] ? other : state);
  };
  for (const page of runPages) {
    for (const { name, status, conclusion } of runs.parse(page).check_runs) {
      add(name, status === 'completed' ? stateOf(conclusion) : 'pending');
    }
  }
  for (const page of statusPages) {
    for (const { context, state } of statuses.parse(page).statuses) add(context, stateOf(state));
  }
  return states;
}

const severity: Readonly<Record<CheckState, number>> = { passed: 0, pending: 1, failed: 2 };

function stateOf(end: string | null): CheckState {
  if (end === 'pending') return 'pending';
  return ['success', 'neutral', 'skipped'].includes(end ?? '') ? 'passed' : 'failed';
}

const maxPages = 50;

/** Lists inside objects, page by page. */
async function pages({ scm }: Pick<HandlerContext, 'scm'>, first: string): Promise<unknown[]> {
  const all: unknown[] = [];
  for (let page: string | undefined = first; page !== undefined && all.length < maxPages;) {
    const reply = await scm.call(page);
    all.push(JSON.parse(reply.text()));
    page = nextPage(reply.headers['link']);
  }
  return all;
}
