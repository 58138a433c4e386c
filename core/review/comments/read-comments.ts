import { Failure } from '#core/platform/failure.ts';
import { extractJsonList } from '#core/text/json.ts';

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

export function badComments(message: string): Failure {
  return new Failure('invalid', 'bad_comments', message);
}

/** A JSON list of comments, which may have other output around it. */
export function readComments(text: string): ReviewComment[] {
  const list = parseWhole(text) ?? extractJsonList(text);
  if (!list) throw badComments('Invalid JSON input: expected an array of {path, line, body}');
  return list.map(readComment);
}

function parseWhole(text: string): unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? (value as unknown[]) : undefined;
  } catch {
    return undefined;
  }
}

function readComment(entry: unknown, index: number): ReviewComment {
  const wrong = (problem: string) => badComments(`Comment at index ${index}: ${problem}`);
  if (typeof entry !== 'object' || entry === null) throw wrong('must be an object');
  const { path, line, body } = entry as Record<string, unknown>;
  if (typeof path !== 'string' || path.trim() === '')
    throw wrong('path must be a non-empty string');
  const number = readLine(line);
  if (number === undefined) throw wrong('line must be a positive integer');
  if (typeof body !== 'string' || body.trim() === '')
    throw wrong('body must be a non-empty string');
  return { path, line: number, body };
}

/** A number, or a text of digits. */
export function readLine(line: unknown): number | undefined {
  const number = typeof line === 'string' && /^\d{1,15}$/.test(line) ? Number(line) : line;
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0
    ? number
    : undefined;
}
