import { Failure } from '#core/platform/failure.ts';
import { jsonLists, jsonValue } from '#core/text/json.ts';

export interface ReviewComment {
  readonly path: string;
  /** In the new file, from 1. */
  readonly line: number;
  readonly body: string;
  /** What a tool would write instead; the first one is the place of the comment. */
  readonly suggestions?: readonly Suggestion[];
}

/** Replaces the lines from `startLine` to `endLine`. */
export interface Suggestion {
  readonly startLine: number;
  readonly endLine: number;
  /** Bytes, from 1. Absent: from the start of the first line, and to the end of the last one. */
  readonly startColumn?: number | undefined;
  readonly endColumn?: number | undefined;
  readonly text: string;
}

/** Comments from the report of another tool. */
export interface Imported {
  readonly comments: readonly ReviewComment[];
  /** Results without a file, a line or a text. */
  readonly skipped: number;
}

export function badComments(message: string): Failure {
  return new Failure('invalid', 'bad_comments', message);
}

/** A JSON list of comments, which may have other output around it. */
export function readComments(text: string): ReviewComment[] {
  const whole = jsonValue(text);
  const [list, ...more] = Array.isArray(whole) ? [whole as unknown[]] : jsonLists(text);
  if (!list) throw badComments('Invalid JSON input: expected an array of {path, line, body}');
  const comments = list.map((entry, index) => {
    const comment = commentOf(entry);
    if (typeof comment === 'string') throw badComments(`Comment at index ${index}: ${comment}`);
    return comment;
  });
  const isComment = (entry: unknown) => typeof commentOf(entry) === 'object';
  if (more.some((each) => each.length > 0 && each.every(isComment)))
    throw badComments('The input has more than one list: join them into one');
  return comments;
}

/** A text: what is wrong. */
function commentOf(entry: unknown): ReviewComment | string {
  if (typeof entry !== 'object' || entry === null) return 'must be an object';
  const { path, line, body } = entry as Record<string, unknown>;
  if (typeof path !== 'string' || path.trim() === '') return 'path must be a non-empty string';
  const number = readLine(line);
  if (number === undefined) return 'line must be a positive integer';
  if (typeof body !== 'string' || body.trim() === '') return 'body must be a non-empty string';
  return { path, line: number, body };
}

/** A number, or a text of digits. */
export function readLine(line: unknown): number | undefined {
  const number = typeof line === 'string' && /^\d{1,15}$/.test(line) ? Number(line) : line;
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0
    ? number
    : undefined;
}
