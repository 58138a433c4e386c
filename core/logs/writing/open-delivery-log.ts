import type { LogLevel } from '#core/platform/ports/log.ts';
import type { LogRecord, StepRecord, WebhookSummary } from '#core/platform/ports/logs.ts';
import { oneLine } from '#core/text/one-line.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { cleanDetails, cleanText, type Mask } from './clean.ts';
import { type DeliveryLog, evaluationTask, type LogSubject } from './delivery-log.ts';
import { summaryOf } from './summary-of.ts';

type Needs = Pick<Platform, 'logs' | 'clock' | 'log'>;

interface Options {
  readonly mask: Mask;
  /** The text log of a laptop. */
  readonly textFile: string;
}

export interface Outcome {
  /** Why the delivery as a whole failed. */
  readonly error?: unknown;
  /** Requests to the code host. */
  readonly tokenSpend: number;
}

export interface OpenDeliveryLog {
  readonly log: DeliveryLog;
  /** Entries below it are left out from now on; the summary is always written. */
  readonly setLevel: (level: LogLevel) => void;
  /** Writes what was logged so far; the delivery goes on in another run. */
  readonly flush: () => Promise<void>;
  /** Writes the rest with the summary. */
  readonly end: (outcome: Outcome) => Promise<WebhookSummary>;
}

type Level = LogLevel | 'STEP' | 'SUCCESS';
type Entry = Extract<LogRecord, { type: 'log_entry' }>;

const ranks: Readonly<Record<Level, number>> = {
  DEBUG: 0,
  INFO: 1,
  STEP: 1,
  SUCCESS: 1,
  WARNING: 2,
  ERROR: 3,
};

/** Short deliveries are written at once at their end; the live stream sees a long one's steps soon. */
const flushMilliseconds = 1_000;
const maxReasonLength = 500;

export function openDeliveryLog(
  { logs, clock, log: report }: Needs,
  subject: LogSubject,
  { mask, textFile }: Options,
): OpenDeliveryLog {
  const clean = (text: string) => cleanText(text, mask);
  const started = clock.now();
  const task_type = subject.isEvaluation ? evaluationTask : 'workflow_step';
  const taskFields = (task_id: string, task_status: StepRecord['status']) => ({
    task_id,
    task_type,
    task_status,
  });
  const steps = new Map<string, StepRecord>();
  const closed = new AbortController();
  let least: LogLevel = 'INFO';
  let pull = subject.pull;
  let pending: LogRecord[] = [];
  let writing = Promise.resolve();
  let beating: Promise<void> | undefined;

  const log: DeliveryLog = {
    info: (message) => add('INFO', message),
    warning: (message) => add('WARNING', message),
    error: (message, error) => add('ERROR', message, errorFields(error)),

    async step(name, work) {
      const step = freeName(clean(name));
      const began = clock.now();
      const record = { timestamp: began.toISOString(), error: null, duration_ms: null };
      steps.set(step, { ...record, status: 'started' });
      add('STEP', `${step}: started`, taskFields(step, 'started'));
      const ended = () => ({ ...record, duration_ms: clock.now().getTime() - began.getTime() });
      try {
        const details = await work();
        const fields = details ? cleanDetails(details, mask) : {};
        steps.set(step, { ...fields, ...ended(), status: 'completed' });
        add('SUCCESS', `${step}: completed${resultIn(fields)}`, taskFields(step, 'completed'));
        return details;
      } catch (error) {
        const described = describe(error);
        steps.set(step, { ...ended(), status: 'failed', error: described });
        const fields = { ...taskFields(step, 'failed'), ...errorFields(error) };
        add('ERROR', `${step}: failed: ${described.message}`, fields);
        throw error;
      }
    },

    pullRequest(next) {
      pull = next;
    },
  };

  return {
    log,
    setLevel: (level) => void (least = level),
    flush: () => close(),

    async end({ error, tokenSpend }) {
      const failure = error === undefined ? undefined : describe(error);
      if (failure) add('ERROR', failure.message, errorFields(error));
      const times = { started, completed: clock.now() };
      const ended = { ...times, steps, pull, error: failure && titled(failure), tokenSpend };
      const summary = summaryOf(subject, ended, clean);
      pending.push(summary);
      await close();
      return summary;
    },
  };

  function add(level: Level, message: string, more: Partial<Entry> = {}): void {
    if (ranks[level] < ranks[least]) return;
    const { id, event, repository, sender } = subject;
    pending.push({
      type: 'log_entry',
      timestamp: clock.now().toISOString(),
      level,
      logger_name: 'webhook',
      message: clean(message),
      hook_id: id,
      event_type: event,
      repository,
      ...(pull && { pr_number: pull.number }),
      ...(sender !== undefined && { scm_user: clean(sender) }),
      ...more,
    });
    beating ??= beat();
  }

  /** No summary keeps the details of a later evaluation: its entry names the result. */
  function resultIn({ outcome, reasons }: Readonly<Record<string, unknown>>): string {
    if (!subject.isEvaluation || typeof outcome !== 'string') return '';
    const lines = Array.isArray(reasons)
      ? reasons.map((each) => `\n- ${oneLine(String(each), maxReasonLength)}`)
      : [];
    return `: ${outcome}${lines.join('')}`;
  }

  async function beat(): Promise<void> {
    for (;;) {
      await clock.sleep(flushMilliseconds, closed.signal);
      if (closed.signal.aborted) return;
      await write().catch((error: unknown) => {
        report('WARNING', 'log entries wait to be written', { error: String(error) });
      });
    }
  }

  async function close(): Promise<void> {
    closed.abort();
    await beating;
    await write();
  }

  /** One append after the other, so that entries stay in their order. */
  function write(): Promise<void> {
    const next = writing.then(async () => {
      const records = pending;
      if (records.length === 0) return;
      pending = [];
      try {
        await logs.append(records, textFile);
      } catch (error) {
        pending = [...records, ...pending];
        throw error;
      }
    });
    writing = next.catch(() => undefined);
    return next;
  }

  function freeName(name: string): string {
    let free = name;
    for (let count = 2; steps.has(free); count += 1) free = `${name} (${count})`;
    return free;
  }

  function describe(error: unknown): StepError {
    const { type, message, traceback } = describeError(error);
    return { type: clean(type), message: clean(message), traceback: clean(traceback) };
  }

  function errorFields(error: unknown): { exc_info?: string } {
    const { traceback = '' } = error === undefined ? {} : describe(error);
    return traceback === '' ? {} : { exc_info: traceback };
  }
}

export type StepError = NonNullable<StepRecord['error']>;

/** `RepositoryNotFoundInConfigError: Repository not found in configuration`; a type that says nothing
 * is left out. */
export function titled({ type, message }: StepError): string {
  return /^[A-Z]\w+Error$/.test(type) ? `${type}: ${message}` : message;
}

/** A failure that the interface names, such as `RepositoryNotFoundInConfigError`, is of that type. */
export function describeError(error: unknown): StepError {
  if (!(error instanceof Error)) {
    return { type: typeof error, message: String(error), traceback: '' };
  }
  const code = 'code' in error ? String(error.code) : '';
  const type = /^[A-Z]\w*Error$/.test(code) ? code : error.name;
  return { type, message: error.message, traceback: error.stack ?? '' };
}
