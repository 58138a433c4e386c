import { count } from '#core/text/count.ts';
import type { StepRecord, WebhookSummary } from '#core/platform/ports/logs.ts';
import type { LogSubject, Pull } from './delivery-log.ts';

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

/** `pull_request opened of owner/name#7 by mona: partial, 4 of 5 steps, 12 requests, 1.8 s: …` */
export function summaryLine(summary: Omit<WebhookSummary, 'summary'>): string {
  const { event_type, action, repository_full_name, pr, sender, status, error } = summary;
  const place = `${repository_full_name}${pr ? `#${pr.number}` : ''}`;
  const subject = [event_type, action, 'of', place, sender && `by ${sender}`];
  const steps = Object.values(summary.workflow_steps);
  const done = steps.filter((step) => step.status === 'completed').length;
  const figures = [
    status,
    done === steps.length ? count(done, 'step') : `${done} of ${count(steps.length, 'step')}`,
    count(summary.token_spend ?? 0, 'request'),
    `${(summary.timing.duration_ms / 1000).toFixed(1)} s`,
  ];
  const line = `${subject.filter(Boolean).join(' ')}: ${figures.join(', ')}`;
  return error === null ? line : `${line}: ${error}`;
}
