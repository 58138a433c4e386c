import type { LogRecord, WebhookSummary } from '#core/platform/ports/logs.ts';

type EntryRecord = Extract<LogRecord, { type: 'log_entry' }>;

export function entry(
  values: Pick<EntryRecord, 'timestamp' | 'message'> & Partial<EntryRecord>,
): EntryRecord {
  return { type: 'log_entry', level: 'INFO', logger_name: 'webhook', ...values };
}

export function summary(values: {
  readonly completed: string;
  readonly text: string;
  readonly hook_id: string;
  readonly number: number;
  readonly repository: string;
}): WebhookSummary {
  const { completed, text, hook_id, number, repository } = values;
  return {
    type: 'webhook_summary',
    hook_id,
    level: 'COMPLETED',
    status: 'success',
    event_type: 'pull_request',
    action: 'opened',
    sender: 'ada',
    repository: repository.split('/').at(-1) ?? repository,
    repository_full_name: repository,
    pr: { number, title: 'A title', author: 'ada' },
    scm_user: 'ada',
    timing: { started_at: completed, completed_at: completed, duration_ms: 0 },
    workflow_steps: {
      labels: { timestamp: completed, status: 'completed', error: null, duration_ms: 3, added: 2 },
    },
    token_spend: 7,
    success: true,
    error: null,
    summary: text,
  };
}
