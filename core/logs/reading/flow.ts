import type * as z from 'zod/mini';
import type { StepRecord, WebhookSummary } from '#core/platform/ports/logs.ts';
import type { workflowStep, workflowSteps } from '../schema/flow.ts';

export type Flow = z.output<typeof workflowSteps>;
export type FlowStep = z.output<typeof workflowStep>;

/** Milliseconds between two ISO times. */
export function between(start: string, end: string): number {
  return Math.max(0, Date.parse(end) - Date.parse(start));
}

/** For a step whose end is not known. */
const windowMilliseconds = 60_000;

export function stepEnd({ timestamp, duration_ms }: Pick<FlowStep, 'timestamp' | 'duration_ms'>) {
  const end = Date.parse(timestamp) + (duration_ms ?? windowMilliseconds);
  return new Date(end).toISOString();
}

const levels = { started: 'STEP', completed: 'SUCCESS', failed: 'ERROR' } as const;

export function flowOfSummary(summary: WebhookSummary): Flow {
  const { timing, workflow_steps } = summary;
  const steps = Object.entries(workflow_steps).map(([name, step]) => stepOf(summary, name, step));
  return {
    hook_id: summary.hook_id,
    start_time: timing.started_at,
    total_duration_ms: timing.duration_ms,
    step_count: steps.length,
    steps,
    token_spend: summary.token_spend,
    event_type: summary.event_type,
    action: summary.action,
    repository: repositoryOf(summary),
    sender: summary.sender,
    pr: summary.pr,
    success: summary.success,
    error: summary.error,
  };
}

function stepOf(summary: WebhookSummary, name: string, record: StepRecord): FlowStep {
  const { timestamp, status, error = null, duration_ms = null, ...details } = record;
  return {
    timestamp,
    step_name: name,
    message: error ? `${name} failed: ${error.message}` : `${name} ${status}`,
    level: levels[status],
    repository: repositoryOf(summary),
    event_type: summary.event_type,
    pr_number: summary.pr?.number ?? null,
    task_id: name,
    task_type: 'workflow_step',
    task_status: status,
    duration_ms,
    error,
    step_details: Object.keys(details).length === 0 ? null : details,
    relative_time_ms: between(summary.timing.started_at, timestamp),
  };
}

function repositoryOf({ repository_full_name, repository }: WebhookSummary): string | null {
  return repository_full_name ?? repository;
}
