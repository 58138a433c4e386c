import type { LogEntry } from '#core/platform/ports/logs.ts';
import { between, type Flow, type FlowStep } from './flow.ts';

/** A delivery whose newest entry is older has ended, or was interrupted. */
const silenceMilliseconds = 60_000;
const maxStepMs = 900_000;

const milestones: Readonly<Record<string, string>> = {
  STEP: 'started',
  SUCCESS: 'completed',
  ERROR: 'failed',
};
const maxNameLength = 120;

/** The steps of a delivery without a summary: entries with task fields, or in older text logs the
 * milestones that their levels mark. Oldest entry first, at least one. */
export function flowOfEntries(hookId: string, entries: readonly LogEntry[], now: Date): Flow {
  const [first, last] = [entries[0] as LogEntry, entries.at(-1) as LogEntry];
  const tasks = entries.filter(({ task_id, task_status }) => task_id !== null && task_status);
  const steps = tasks.length > 0 ? stepsOfTasks(tasks) : milestonesOf(entries);
  const valueOf = <Field extends keyof LogEntry>(field: Field): LogEntry[Field] | null =>
    entries.find((entry) => entry[field] !== null)?.[field] ?? null;
  const failure = steps.find(({ task_status }) => task_status === 'failed');
  const isOpen = tasks.length > 0 && steps.some(({ task_status }) => task_status === 'started');
  const silence = now.getTime() - Date.parse(last.timestamp);
  const isRunning = silence < (isOpen ? maxStepMs : silenceMilliseconds);
  const number = valueOf('pr_number');
  return {
    hook_id: hookId,
    start_time: first.timestamp,
    total_duration_ms: isRunning ? null : between(first.timestamp, last.timestamp),
    step_count: steps.length,
    steps: steps.map((step) => ({
      ...step,
      relative_time_ms: between(first.timestamp, step.timestamp),
    })),
    token_spend: valueOf('token_spend'),
    event_type: valueOf('event_type'),
    action: null,
    repository: valueOf('repository'),
    sender: valueOf('scm_user'),
    pr: number === null ? null : { number, title: null, author: null },
    success: isRunning ? null : failure === undefined && !isOpen,
    error: failure ? failure.message : isOpen && !isRunning ? 'Processing was interrupted' : null,
  };
}

/** One step for the entries of its start and its end. */
function stepsOfTasks(entries: readonly LogEntry[]): FlowStep[] {
  const steps = new Map<string, FlowStep>();
  for (const entry of entries) {
    const name = entry.task_id as string;
    const step = steps.get(name);
    // A step that starts again replaces what is known of its first run.
    if (!step || entry.task_status === 'started') steps.set(name, stepOf(name, entry));
    else {
      const { timestamp, relative_time_ms } = step;
      const duration_ms = between(timestamp, entry.timestamp);
      steps.set(name, { ...stepOf(name, entry), timestamp, relative_time_ms, duration_ms });
    }
  }
  return [...steps.values()];
}

function milestonesOf(entries: readonly LogEntry[]): FlowStep[] {
  const marked = entries.filter(({ level }) => milestones[level] !== undefined);
  const shown = marked.length > 0 ? marked : entries.filter(({ level }) => level !== 'DEBUG');
  return shown.map((entry) => {
    const [line = ''] = entry.message.split('\n', 1);
    const task_status = milestones[entry.level] ?? null;
    return { ...stepOf(line.slice(0, maxNameLength), entry), task_status };
  });
}

function stepOf(name: string, entry: LogEntry): FlowStep {
  const { message, task_status } = entry;
  const isFailed = task_status === 'failed' || entry.level === 'ERROR';
  const [line = ''] = message.split('\n', 1);
  return {
    timestamp: entry.timestamp,
    step_name: name,
    message,
    level: entry.level,
    repository: entry.repository,
    event_type: entry.event_type,
    pr_number: entry.pr_number,
    task_id: entry.task_id,
    task_type: entry.task_type,
    task_status,
    duration_ms: null,
    error: isFailed ? { type: 'Error', message: line, traceback: message } : null,
    step_details: null,
    relative_time_ms: 0,
  };
}
