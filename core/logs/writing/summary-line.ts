import type { WebhookSummary } from '../../platform/ports/logs.ts';

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

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
