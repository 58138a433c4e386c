import { stripVTControlCharacters } from 'node:util';
import type { LogEntry } from '../../../../ports/logs.ts';
import { localTime, timestampOf } from './times.ts';

const beginning =
  /^(\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?: ?Z| ?[+-]\d\d:?\d\d)?) (\S+) ([A-Z]+) (.*)$/s;
/** A name such as `dependabot[bot]` holds brackets itself. */
const context =
  /^(\S+) \[([^\]]*)\]\[([^\]]*)\]\[((?:[^\]]|\](?!:|\[PR ))*)\](?:\[PR (\d{1,15})\])?: ?/;
const task = /^\[(task_id|task_type|task_status)=([^\]]*)\] ?/;

type Tasks = Pick<LogEntry, 'task_id' | 'task_type' | 'task_status'>;

/** `<time> <logger> <LEVEL> <repo> [<event>][<delivery>][<user>][PR <n>]: <message>`. Further lines
 * of the message begin with a tab, so that none of them looks like an entry. */
export function textLine(entry: LogEntry): string {
  const { repository, event_type, hook_id, scm_user, pr_number } = entry;
  const words = [localTime(entry.timestamp), word(entry.logger_name), word(entry.level)];
  if (repository !== null || event_type !== null || hook_id !== null) {
    const names = `[${oneLine(event_type)}][${oneLine(hook_id)}][${oneLine(scm_user, /\](?!$)/g)}]`;
    const pull = pr_number === null ? '' : `[PR ${pr_number}]`;
    words.push(word(repository ?? '-'), `${names}${pull}:`);
  }
  for (const name of ['task_id', 'task_type', 'task_status'] as const) {
    if (entry[name] !== null) words.push(`[${name}=${oneLine(entry[name])}]`);
  }
  return `${words.join(' ')} ${plain(entry.message).replaceAll('\n', '\n\t')}\n`;
}

/** The entry that begins with this line; undefined: the line continues another one. */
export function entryFrom(
  line: string,
): (LogEntry & { readonly isWholeSecond: boolean }) | undefined {
  const [, time = '', logger_name = '', level = '', rest = ''] =
    beginning.exec(withoutColours(line)) ?? [];
  const timestamp = timestampOf(time);
  if (timestamp === undefined) return undefined;
  const [prefix = '', repository, event, hook, user, number] = context.exec(rest) ?? [];
  return {
    timestamp,
    level,
    logger_name,
    hook_id: hook || null,
    event_type: event || null,
    repository: repository === '-' ? null : (repository ?? null),
    pr_number: number === undefined ? null : Number(number),
    // Older servers escaped the brackets of a bot.
    scm_user: user?.replace(/\\([[\]])/g, '$1') || null,
    token_spend: null,
    ...withTasks(rest.slice(prefix.length)),
    isWholeSecond: !/[.,]\d/.test(time),
  };
}

export function continued(line: string): string {
  return withoutColours(line.startsWith('\t') ? line.slice(1) : line);
}

/** Older servers wrote the step's values before the message. */
export function withTasks(text: string): Tasks & { readonly message: string } {
  const tasks = { task_id: null, task_type: null, task_status: null } as Record<
    string,
    string | null
  >;
  let message = text;
  for (let match; (match = task.exec(message)); message = message.slice(match[0].length)) {
    tasks[match[1] ?? ''] = match[2] ?? '';
  }
  return { ...(tasks as unknown as Tasks), message };
}

/** Without colours and other control characters: what a text log holds of a message. */
export function plain(text: string): string {
  return withoutColours(text).replace(/[^\P{Cc}\t\n]|[\u2028\u2029]/gu, '\u00b7');
}

/** A value before the message: it must not begin another line, nor end before its bracket. Users may
 * end with one, as `dependabot[bot]` does. */
function oneLine(text: string | null, bracket = /\]/g): string {
  return plain(text ?? '')
    .replace(/[\t\n]/g, '\u00b7')
    .replace(bracket, '\u00b7');
}

function word(text: string): string {
  return plain(text).replace(/\s+/g, '_') || '-';
}

function withoutColours(text: string): string {
  return text.includes('\u001b') || text.includes('\u009b') ? stripVTControlCharacters(text) : text;
}
