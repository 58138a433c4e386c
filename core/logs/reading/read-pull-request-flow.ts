import type * as z from 'zod/mini';
import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { pullRequestFlow } from '../schema/flow.ts';
import { findFlow } from './read-flow.ts';
import { between, type Flow } from './flow.ts';
import { summariesOfPull } from './summaries-of-pull.ts';

type Needs = Pick<Platform, 'logs' | 'clock'>;
type Result = z.output<typeof pullRequestFlow>;

const maxDeliveries = 500;

/** What happened for `hook-<id>`, `pr-<number>`, a number (a pull request), or else a hook id. */
export async function readPullRequestFlow(
  needs: Needs,
  identifier: string,
  repository?: string,
): Promise<Result> {
  const [, number] = /^(?:pr-)?(\d{1,9})$/.exec(identifier) ?? [];
  const flow =
    number === undefined
      ? ofDelivery(identifier, await findFlow(needs, identifier.replace(/^hook-/, '')))
      : await ofPullRequest(needs, identifier, Number(number), repository);
  if (flow) return flow;
  throw new Failure('missing', 'no_flow', `No data found for hook_id: ${identifier}`);
}

function ofDelivery(identifier: string, flow: Flow | undefined): Result | undefined {
  return (
    flow && {
      identifier,
      stages: flow.steps.map(({ step_name: name, timestamp, duration_ms, error }) => ({
        name,
        timestamp,
        duration_ms,
        ...(error && { error: error.message }),
      })),
      total_duration_ms: flow.total_duration_ms ?? lastOf(flow),
      success: flow.success ?? false,
      ...(flow.error !== null && { error: flow.error }),
    }
  );
}

/** So far. */
function lastOf({ steps }: Flow): number {
  const ends = steps.map(
    ({ relative_time_ms, duration_ms }) => relative_time_ms + (duration_ms ?? 0),
  );
  return Math.max(0, ...ends);
}

/** One stage for each delivery, oldest first. */
async function ofPullRequest(
  needs: Needs,
  identifier: string,
  pr_number: number,
  repository: string | undefined,
): Promise<Result | undefined> {
  const pull = await summariesOfPull(needs, pr_number, repository);
  const { repositories } = pull;
  if (repositories.length > 1) {
    const message = `Several repositories have a pull request ${pr_number}: name one as repository`;
    throw new Failure('conflict', 'several_repositories', message, { extra: { repositories } });
  }
  const summaries = pull.summaries.slice(0, maxDeliveries).toReversed();
  const [first, last] = [summaries[0], summaries.at(-1)];
  if (!first || !last) return ofEntries(needs, identifier, pr_number, repository);
  const failed = summaries.findLast(({ success }) => !success);
  return {
    identifier,
    stages: summaries.map(({ event_type, action, timing, error }) => ({
      name: action === null ? event_type : `${event_type} ${action}`,
      timestamp: timing.started_at,
      duration_ms: timing.duration_ms,
      ...(error !== null && { error }),
    })),
    total_duration_ms: between(first.timing.started_at, last.timing.completed_at),
    success: failed === undefined,
    ...(typeof failed?.error === 'string' && { error: failed.error }),
  };
}

/** Without summaries: the steps of the newest delivery, which is running, or of an older server. */
async function ofEntries(
  needs: Needs,
  identifier: string,
  pr_number: number,
  repository: string | undefined,
): Promise<Result | undefined> {
  const where = { pr_number, ...(repository !== undefined && { repository }) };
  const { entries } = await needs.logs.search({ where }, { limit: 100 });
  const hookId = entries.find(({ hook_id }) => hook_id !== null)?.hook_id;
  return hookId ? ofDelivery(identifier, await findFlow(needs, hookId)) : undefined;
}
