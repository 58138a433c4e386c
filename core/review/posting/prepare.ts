import { createHash } from 'node:crypto';
import { maskTokens } from '#core/text/mask.ts';
import type { ReviewComment } from '../comments/read-comments.ts';
import { readMarker, type Severity } from '../severity.ts';
import type { FindPlace, Place } from './place.ts';

const mark = /<!-- lantern-review:([0-9a-f]{16}) -->/g;

/** Identifies a comment over runs: the number of its line may change, the text of the line does not.
 * `nth` tells equal comments on equal lines apart. */
function fingerprint(
  path: string,
  { anchor, body, nth }: { readonly anchor: string; readonly body: string; readonly nth: number },
): string {
  const parts = JSON.stringify([path, anchor.trim(), body.trim(), nth]);
  return createHash('sha256').update(parts).digest('hex').slice(0, 16);
}

/** The hidden line that is added to a comment. */
export function markOf(id: string): string {
  return `<!-- lantern-review:${id} -->`;
}

export function fingerprintsIn(text: string): string[] {
  return [...text.matchAll(mark)].map(([, id]) => id as string);
}

function withoutMarks(text: string): string {
  return text.replace(mark, '');
}

export interface Prepared {
  /** As given, but without secrets. */
  readonly comment: ReviewComment;
  readonly severity: Severity;
  readonly title: string;
  readonly id: string;
  /** Undefined: it goes into the summary. */
  readonly place: Place | undefined;
}

/** Finds a place for each comment, masks secrets (S10), and gives it an id. */
export function prepare(
  comments: readonly ReviewComment[],
  place: FindPlace,
  secrets: readonly string[],
): Prepared[] {
  const counts = new Map<string, number>();
  return comments.map((original) => {
    const masked = (text: string) => maskTokens(withoutMarks(text), secrets);
    // Who applies a suggestion with a mask in it breaks the file.
    const suggestions = original.suggestions?.filter(({ text }) => masked(text) === text);
    const { line, body } = original;
    const comment = {
      path: original.path,
      line,
      body: masked(body),
      ...(suggestions && { suggestions }),
    };
    const target = place(comment);
    const path = target?.path ?? comment.path;
    const anchor = target?.text ?? String(comment.line);
    const key = JSON.stringify([path, anchor.trim(), comment.body.trim()]);
    const nth = counts.get(key) ?? 0;
    counts.set(key, nth + 1);
    const id = fingerprint(path, { anchor, body: comment.body, nth });
    return { comment, ...readMarker(comment.body), id, place: target };
  });
}
