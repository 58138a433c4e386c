import type * as z from 'zod/mini';
import { Failure } from '../../platform/failure.ts';
import type { Platform } from '../../platform/ports/platform.ts';
import type { stepLogs } from '../schema/flow.ts';
import { findFlow } from './find-flow.ts';
import { stepEnd, type Flow } from './flow.ts';

type Needs = Pick<Platform, 'logs' | 'clock'>;

/** The steps of a delivery. */
export async function readWorkflowSteps(needs: Needs, hookId: string): Promise<Flow> {
  const flow = await findFlow(needs, hookId);
  if (flow) return flow;
  throw new Failure('missing', 'no_flow', `No data found for hook ID: ${hookId}`);
}

const mostLogs = 500;

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
  const { entries } = await needs.logs.search(query, { limit: mostLogs, order: 'oldest' });
  const status = step.task_status ?? 'completed';
  return {
    step: { name, status, timestamp, duration_ms, error },
    logs: [...entries],
    log_count: entries.length,
  };
}
