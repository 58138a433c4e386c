import type { StepRecord, WebhookSummary } from '../../platform/ports/logs.ts';
import type { LogSubject, Pull } from './log-subject.ts';
import { summaryLine } from './summary-line.ts';

interface Ended {
  readonly started: Date;
  readonly completed: Date;
  /** By name, clean. */
  readonly steps: ReadonlyMap<string, StepRecord>;
  readonly pull: Pull | undefined;
  /** Why the delivery as a whole failed; clean. */
  readonly error: string | undefined;
  readonly tokenSpend: number;
}

export function summaryOf(
  { id, event, repository, repositoryName, ...subject }: LogSubject,
  { started, completed, steps, pull, error, tokenSpend }: Ended,
  clean: (text: string) => string,
): WebhookSummary {
  const text = (value: string | null | undefined) =>
    typeof value === 'string' ? clean(value) : null;
  const failedStep = [...steps].find(([, { status }]) => status === 'failed');
  const status = error !== undefined ? 'failed' : failedStep ? 'partial' : 'success';
  const sender = text(subject.sender);
  const summary = {
    type: 'webhook_summary',
    hook_id: id,
    level: 'COMPLETED',
    status,
    event_type: event,
    action: text(subject.action),
    sender,
    repository: repositoryName,
    repository_full_name: repository,
    pr: pull ? { number: pull.number, title: text(pull.title), author: text(pull.author) } : null,
    scm_user: sender,
    timing: {
      started_at: started.toISOString(),
      completed_at: completed.toISOString(),
      duration_ms: completed.getTime() - started.getTime(),
    },
    workflow_steps: Object.fromEntries(steps),
    token_spend: tokenSpend,
    success: status === 'success',
    error: error ?? (failedStep ? `${failedStep[0]}: ${failedStep[1].error?.message}` : null),
  } as const;
  return { ...summary, summary: clean(summaryLine(summary)) };
}
