import type { StepRecord, WebhookSummary } from '../../../../ports/logs.ts';
import { timestampOf } from './times.ts';

export type Values = Readonly<Record<string, unknown>>;

const statuses = ['success', 'partial', 'failed'] as const;
const stepStatuses = ['started', 'completed', 'failed'] as const;

/** Takes over values of the right type: one line of an older server, or of a person, must not keep
 * the others from being read. Undefined: without id or time it is not a summary. */
export function summaryFrom(values: Values): WebhookSummary | undefined {
  const timing = valuesOf(values['timing']);
  const completed = timestampOf(String(timing['completed_at']));
  const hook_id = textOf(values['hook_id']);
  if (completed === undefined || hook_id === null) return undefined;
  const error = errorOf(values['error']);
  const success = values['success'] !== false;
  const started = timestampOf(String(timing['started_at'])) ?? completed;
  return {
    type: 'webhook_summary',
    hook_id,
    level: 'COMPLETED',
    status: oneOf(statuses, values['status']) ?? (success ? 'success' : 'failed'),
    event_type: textOf(values['event_type']) ?? '',
    action: textOf(values['action']),
    sender: textOf(values['sender']),
    repository: textOf(values['repository']),
    repository_full_name: textOf(values['repository_full_name']),
    pr: pullOf(valuesOf(values['pr'])),
    scm_user: textOf(values['scm_user']),
    timing: {
      started_at: started,
      completed_at: completed,
      duration_ms: numberOf(timing['duration_ms']) ?? 0,
    },
    workflow_steps: Object.fromEntries(
      Object.entries(valuesOf(values['workflow_steps'])).map(([name, step]) => [
        name,
        stepOf(valuesOf(step), started),
      ]),
    ),
    token_spend: numberOf(values['token_spend']),
    success,
    error: error && (error.type === '' ? error.message : `${error.type}: ${error.message}`),
    summary: textOf(values['summary']) ?? '',
  };
}

function pullOf({ number, title, author }: Values): WebhookSummary['pr'] {
  if (!Number.isSafeInteger(number)) return null;
  return { number: Number(number), title: textOf(title), author: textOf(author) };
}

function stepOf(values: Values, started: string): StepRecord {
  return {
    ...values,
    timestamp: timestampOf(String(values['timestamp'])) ?? started,
    status: oneOf(stepStatuses, values['status']) ?? 'started',
    error: errorOf(values['error']),
    duration_ms: numberOf(values['duration_ms']),
  };
}

/** Text, or an object. */
function errorOf(value: unknown): StepRecord['error'] {
  if (typeof value === 'string') return { type: '', message: value, traceback: '' };
  if (typeof value !== 'object' || value === null) return null;
  const { type, message, traceback } = value as Values;
  return {
    type: textOf(type) ?? '',
    message: textOf(message) ?? '',
    traceback: textOf(traceback) ?? '',
  };
}

function valuesOf(value: unknown): Values {
  return typeof value === 'object' && value !== null ? (value as Values) : {};
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

function oneOf<Value extends string>(allowed: readonly Value[], value: unknown): Value | undefined {
  return allowed.find((each) => each === value);
}
