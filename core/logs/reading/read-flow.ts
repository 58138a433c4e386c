import type * as z from 'zod/mini';
import { Failure } from '#core/platform/failure.ts';
import type { PlacedEntry } from '#core/platform/ports/logs.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { stepLogs } from '../schema/flow.ts';
import { flowOfEntries } from './flow-of-entries.ts';
import { evaluationTask } from '../writing/delivery-log.ts';
import { between, type Flow, type FlowStep, flowOfSummary, stepEnd } from './flow.ts';

type Needs = Pick<Platform, 'logs' | 'clock'>;

/** More entries than a delivery writes. */
const maxEntries = 10_000;

/** The steps of a delivery: from its summary, with those of later evaluations, or else from its
 * entries, while it is running and in text logs of older servers. Undefined: there is no entry. */
export async function findFlow({ logs, clock }: Needs, hookId: string): Promise<Flow | undefined> {
  const [summary] = await logs.summaries({ hook_id: hookId }, 1);
  const start = summary?.timing.completed_at;
  const query = { where: { hook_id: hookId }, ...(start !== undefined && { start }) };
  const { entries } = await logs.search(query, { limit: maxEntries, order: 'oldest' });
  const own = entries.filter(({ timestamp }) => start === undefined || timestamp > start);
  const [evaluations, run] = [true, false].map((isEvaluation) =>
    own.filter(({ task_type }) => (task_type === evaluationTask) === isEvaluation),
  ) as [PlacedEntry[], PlacedEntry[]];
  // A failed delivery that was sent again has steps after its summary.
  if (summary && !run.some(({ level }) => level === 'STEP')) {
    const flow = flowOfSummary(summary);
    if (evaluations.length === 0) return flow;
    const { steps } = flowOfEntries(hookId, evaluations, clock.now());
    return withSteps(flow, steps);
  }
  return own.length === 0 ? undefined : flowOfEntries(hookId, own, clock.now());
}

function withSteps(flow: Flow, later: readonly FlowStep[]): Flow {
  const names = new Set(flow.steps.map(({ step_name }) => step_name));
  const added = later.map((step) => ({
    ...step,
    step_name: names.has(step.step_name) ? `${step.step_name} (later)` : step.step_name,
    relative_time_ms: between(flow.start_time, step.timestamp),
  }));
  const steps = [...flow.steps, ...added];
  return { ...flow, steps, step_count: steps.length };
}

/** The steps of a delivery. */
export async function readWorkflowSteps(needs: Needs, hookId: string): Promise<Flow> {
  const flow = await findFlow(needs, hookId);
  if (flow) return flow;
  throw new Failure('missing', 'no_flow', `No data found for hook ID: ${hookId}`);
}

const maxLogs = 500;

/** The entries of a delivery from the start to the end of one of its steps. */
export async function readStepLogs(
  needs: Needs,
  hookId: string,
  name: string,
): Promise<z.output<typeof stepLogs>> {
  const flow = await findFlow(needs, hookId);
  const step = flow?.steps.find(({ step_name }) => step_name === name);
  if (!step) {
    const message = `Step '${name}' not found for hook ID: ${hookId}`;
    throw new Failure('missing', 'no_step', message);
  }
  const { timestamp, duration_ms, error } = step;
  const query = { where: { hook_id: hookId }, start: timestamp, end: stepEnd(step) };
  const { entries } = await needs.logs.search(query, { limit: maxLogs, order: 'oldest' });
  const status = step.task_status ?? 'completed';
  return {
    step: { name, status, timestamp, duration_ms, error },
    logs: [...entries],
    log_count: entries.length,
  };
}
