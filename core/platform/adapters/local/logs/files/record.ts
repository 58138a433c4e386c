import type { LogRecord } from '../../../../ports/logs.ts';
import { summaryFrom, type Values } from './summary.ts';
import { withTasks } from './text-line.ts';
import { timestampOf } from './times.ts';

const texts = [
  'hook_id',
  'event_type',
  'repository',
  'scm_user',
  'task_id',
  'task_type',
  'task_status',
  'exc_info',
];
const numbers = ['pr_number', 'token_spend'];

/** The record of a line of a daily file. Undefined: the line is torn, or not of this format. */
export function recordFrom(bytes: Buffer): LogRecord | undefined {
  let line: unknown;
  try {
    line = JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
  if (typeof line !== 'object' || line === null) return undefined;
  const values = line as Values;
  return values['type'] === 'webhook_summary' ? summaryFrom(values) : entryOf(values);
}

/** Takes over values of the right type: files of older servers are read as they are. */
function entryOf(values: Values): LogRecord | undefined {
  const { type, timestamp, level, logger_name, message } = values;
  const time = typeof timestamp === 'string' ? timestampOf(timestamp) : undefined;
  if (type !== 'log_entry' || time === undefined || typeof message !== 'string') return undefined;
  const more: Record<string, unknown> = {};
  for (const name of texts) {
    if (typeof values[name] === 'string') more[name] = values[name];
  }
  for (const name of numbers) {
    if (Number.isSafeInteger(values[name])) more[name] = values[name];
  }
  return {
    type,
    timestamp: time,
    level: typeof level === 'string' ? level : 'INFO',
    logger_name: typeof logger_name === 'string' ? logger_name : 'webhook',
    ...more,
    ...(message.startsWith('[task_') ? withTasks(message) : { message }),
  };
}
