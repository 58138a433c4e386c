import type { LogEntry, LogRecord } from '../../../ports/logs.ts';

/** What a line of text does not tell. */
export const absentFields = {
  hook_id: null,
  event_type: null,
  repository: null,
  pr_number: null,
  scm_user: null,
  task_id: null,
  task_type: null,
  task_status: null,
  token_spend: null,
};

/** How a record shows in searches. */
export function entryOf(record: LogRecord): LogEntry {
  if (record.type === 'log_entry') {
    const { type: _type, exc_info, message, ...rest } = record;
    const whole = exc_info ? `${message}\n${exc_info}` : message;
    return { ...absentFields, ...rest, message: whole };
  }
  return {
    ...absentFields,
    timestamp: record.timing.completed_at,
    level: record.level,
    logger_name: 'webhook',
    message: record.summary,
    hook_id: record.hook_id,
    event_type: record.event_type,
    repository: record.repository_full_name ?? record.repository,
    pr_number: record.pr?.number ?? null,
    scm_user: record.scm_user,
    token_spend: record.token_spend,
  };
}
