import type { ReviewComment } from './read-comments.ts';

/** Comments from the report of another tool. */
export interface Imported {
  readonly comments: readonly ReviewComment[];
  /** Results without a file, a line or a text. */
  readonly skipped: number;
}
