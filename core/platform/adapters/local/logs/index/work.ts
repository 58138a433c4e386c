import type { LogQuery, Logs } from '../../../../ports/logs.ts';
import { catchUp, isIndexed, type Progress } from './catch-up.ts';
import { isDamage, openIndex, removeIndex, type LogIndex } from './open-index.ts';
import { histogram, matchesAfter, search, summaries } from './search.ts';

/** What the index is asked. It is brought up to the files first. */
export type Question =
  | { readonly kind: 'catch-up' }
  | {
      readonly kind: 'search';
      readonly query: LogQuery;
      readonly page: Parameters<Logs['search']>[1];
    }
  | {
      readonly kind: 'histogram';
      readonly query: Parameters<Logs['histogram']>[0];
      readonly buckets: number;
    }
  | {
      readonly kind: 'summaries';
      readonly of: Parameters<Logs['summaries']>[0];
      readonly limit: number;
    }
  | { readonly kind: 'after'; readonly query: LogQuery; readonly limit: number };

export interface IndexInput {
  readonly directory: string;
  readonly question: Question;
  /** Answers although the index is not complete. */
  readonly isBudgetSpent: boolean;
  /** Undefined: as long as it takes. */
  readonly budgetMilliseconds: number | undefined;
}

export type IndexOutput =
  | (Progress & { readonly answer: unknown })
  /** The index is not complete yet: ask again. */
  | Progress;

/** Other questions wait for so long while the index is built. */
const sliceMilliseconds = 2_000;

/** In a child process, which keeps the index open. */
const opened = new Map<string, LogIndex>();

/** Runs in a child of the offload. */
export default function work(input: IndexInput): IndexOutput {
  const { directory, question, isBudgetSpent, budgetMilliseconds } = input;
  try {
    const index = inPlace(directory) ?? openIndex(directory);
    opened.set(directory, index);
    const progress = catchUp(index, Math.min(sliceMilliseconds, budgetMilliseconds ?? Infinity));
    if (progress.missingBytes > 0 && !isBudgetSpent) return progress;
    if (isIndexed(index.sql)) return { ...progress, answer: answerOf(index, question) };
    const counts = { total: 0, kept: 0, scanned: 0 };
    return { ...progress, answer: { ...counts, entries: [], isPartial: true } };
  } catch (error) {
    close(directory);
    if (!isDamage(error)) throw error;
    removeIndex(directory);
    return { missingBytes: 1, totalBytes: 1 };
  }
}

/** An operator may delete the index at any time: it is made again. */
function inPlace(directory: string): LogIndex | undefined {
  const index = opened.get(directory);
  if (index?.isInPlace()) return index;
  close(directory);
  return undefined;
}

function close(directory: string): void {
  opened.get(directory)?.close();
  opened.delete(directory);
}

function answerOf(index: LogIndex, question: Question): unknown {
  switch (question.kind) {
    case 'catch-up':
      return undefined;
    case 'search':
      return search(index, question.query, question.page);
    case 'histogram':
      return histogram(index, question.query, question.buckets);
    case 'summaries':
      return summaries(index, question.of, question.limit);
    case 'after':
      return matchesAfter(index, question.query, question.limit);
  }
}
