import type { LogRecord, WebhookSummary } from '#core/platform/ports/logs.ts';

type Entry = Extract<LogRecord, { type: 'log_entry' }>;

/** A second of the day on which the tests' clock stands. */
export function at(second: number): string {
  return new Date(Date.UTC(2026, 2, 1, 11, 0, second)).toISOString();
}

export function logEntry(message: string, more: Partial<Entry> = {}): Entry {
  return {
    ...{ type: 'log_entry', timestamp: at(0), level: 'INFO', logger_name: 'webhook', message },
    ...more,
  };
}

export function summary(more: Partial<WebhookSummary> = {}): WebhookSummary {
  return {
    ...{ type: 'webhook_summary', hook_id: 'd1', level: 'COMPLETED', status: 'success' },
    ...{ event_type: 'pull_request', action: 'opened', sender: 'ada' },
    ...{ repository: 'lamp', repository_full_name: 'team/lamp' },
    pr: { number: 7, title: 'A lamp', author: 'ada' },
    scm_user: 'ada',
    timing: { started_at: at(10), completed_at: at(14), duration_ms: 4000 },
    workflow_steps: {
      labels: { timestamp: at(11), status: 'completed', error: null, duration_ms: 1000, added: 2 },
      merge: {
        ...{ timestamp: at(13), status: 'failed', duration_ms: 500 },
        error: { type: 'Error', message: 'no merge', traceback: 'Error: no merge\n  at x' },
      },
    },
    ...{ token_spend: 5, success: true, error: null, summary: 'pull_request opened: success' },
    ...more,
  };
}

const own = {
  ...{ hook_id: 'd1', event_type: 'pull_request', repository: 'team/lamp' },
  ...{ pr_number: 7, scm_user: 'ada' },
};

/** A delivery with two steps, and lines around it. */
export const sampleRecords: readonly LogRecord[] = [
  logEntry('Other webhook', { ...own, hook_id: 'd0', repository: 'team/other', timestamp: at(1) }),
  logEntry('Received', { ...own, timestamp: at(10) }),
  logEntry('Adding labels', { ...own, timestamp: at(11), level: 'STEP' }),
  logEntry('Labels ADDED', { ...own, timestamp: at(12), level: 'SUCCESS' }),
  logEntry('no merge', {
    ...{ ...own, timestamp: at(13), level: 'ERROR' },
    exc_info: 'Error: no merge\n  at x',
  }),
  summary(),
];
