import { maskTokens } from '../../text/mask.ts';
import type { ReviewComment } from '../comments/read-comments.ts';
import { readMarker, type Severity } from '../severity.ts';
import { fingerprint, withoutMarks } from './fingerprint.ts';
import type { FindPlace, Place } from './place.ts';

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
  const taken = new Map<string, number>();
  return comments.map((given) => {
    const comment = { ...given, body: maskTokens(withoutMarks(given.body), secrets) };
    const found = place(comment);
    const path = found?.path ?? comment.path;
    const anchor = found?.text ?? String(comment.line);
    const key = JSON.stringify([path, anchor.trim(), comment.body.trim()]);
    const nth = taken.get(key) ?? 0;
    taken.set(key, nth + 1);
    const id = fingerprint(path, { anchor, body: comment.body, nth });
    return { comment, ...readMarker(comment.body), id, place: found };
  });
}
