import { readdir } from 'node:fs/promises';
import { dayOf, isText } from '../files/places.ts';
import type {
  LogBucket,
  LogPage,
  LogQuery,
  Logs,
  PlacedEntry,
  WebhookSummary,
} from '../../../../ports/logs.ts';
import type { Log } from '../../../../ports/log.ts';
import type { Offload } from '../../../../ports/programs/offload.ts';
import { Failure } from '../../../../failure.ts';
import type { Progress } from './catch-up.ts';
import type { IndexInput, IndexOutput, Question } from './work.ts';

const module = new URL('./work.ts', import.meta.url).href;
const timeoutMilliseconds = 600_000;
const reportMilliseconds = 10_000;

export interface Answered<Answer> {
  readonly answer: Answer;
  readonly isComplete: boolean;
}

interface ClientOptions {
  readonly directory: string;
  readonly offload: Offload;
  readonly log: Log;
}

/** Asks the index, which a child process reads and builds. */
export function indexClient({ directory, offload, log }: ClientOptions) {
  let building: Promise<unknown> | undefined;
  /** The share of the files that is indexed, while it is not all. */
  let share: number | undefined;
  let reportedAt = -Infinity;
  const firstLook = Promise.withResolvers<void>();

  /** Waits for the index to be complete, at most as long as the budget. Undefined: there are no
   * files. */
  async function ask<Answer>(
    question: Question,
    budgetMilliseconds?: number,
  ): Promise<Answered<Answer> | undefined> {
    if (!(await hasFiles())) return undefined;
    const start = performance.now();
    for (;;) {
      const restMs =
        budgetMilliseconds === undefined
          ? undefined
          : Math.max(0, budgetMilliseconds - (performance.now() - start));
      const input: IndexInput = {
        directory,
        question,
        isBudgetSpent: restMs === 0,
        budgetMilliseconds: restMs,
      };
      const output = await offload
        .run<IndexOutput>({ module, input, timeoutMilliseconds })
        .catch((error: unknown) => Promise.reject(unavailable(error)));
      report(output);
      if ('answer' in output) {
        return { answer: output.answer as Answer, isComplete: output.missingBytes === 0 };
      }
    }
  }

  function report({ missingBytes, totalBytes }: Progress): void {
    const before = share;
    share = missingBytes === 0 ? undefined : Math.max(0, 1 - missingBytes / totalBytes);
    firstLook.resolve();
    if (share === undefined) {
      if (before !== undefined) log('INFO', 'The log files are indexed');
    } else if (performance.now() - reportedAt >= reportMilliseconds) {
      reportedAt = performance.now();
      log('INFO', 'Indexing the log files', { percent: Math.floor(100 * share) });
    }
  }

  async function hasFiles(): Promise<boolean> {
    const names = await readdir(directory).catch(() => []);
    return names.some((name) => dayOf(name) !== undefined || isText(name));
  }

  function build(): void {
    building ??= ask({ kind: 'catch-up' })
      // The next question tries again, and reports the error.
      .catch(() => undefined)
      .finally(() => {
        building = undefined;
        firstLook.resolve();
      });
  }

  return {
    /** Builds the index in the background. */
    build,

    async indexing(): Promise<number | undefined> {
      await firstLook.promise;
      return share;
    },

    search: (query: LogQuery, page: Parameters<Logs['search']>[1]) =>
      ask<LogPage>({ kind: 'search', query, page }, page.budgetMilliseconds),

    histogram: async (query: Parameters<Logs['histogram']>[0], buckets: number) =>
      (await ask<LogBucket[]>({ kind: 'histogram', query, buckets }))?.answer,

    summaries: async (of: Parameters<Logs['summaries']>[0], limit: number) =>
      (await ask<WebhookSummary[]>({ kind: 'summaries', of, limit }))?.answer ?? [],

    after: async (query: LogQuery, limit: number) =>
      (await ask<{ entries: PlacedEntry[]; upTo: number }>({ kind: 'after', query, limit }))
        ?.answer,
  };
}

function unavailable(error: unknown): Failure {
  const reason = error instanceof Error ? error.message : String(error);
  const text = `The index of the logs cannot be used. ${reason}`;
  return new Failure('unavailable', 'log_index', text, { cause: error });
}
