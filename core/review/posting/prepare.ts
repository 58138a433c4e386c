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

type IdOf = (nth: number) => string;

/** Finds a place for each comment, masks secrets (S10), and gives it an id. `posted`: the lines of
 * earlier comments by their ids; undefined: the host does not tell the line. */
export function prepare(
  comments: readonly ReviewComment[],
  place: FindPlace,
  secrets: readonly string[],
  posted: ReadonlyMap<string, number | undefined> = new Map(),
): Prepared[] {
  const groups = new Map<string, { readonly idOf: IdOf; readonly lines: number[] }>();
  const all = comments.map((original) => {
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
    const idOf = (nth: number) => fingerprint(path, { anchor, body: comment.body, nth });
    const group = groups.get(key) ?? { idOf, lines: [] };
    groups.set(key, group);
    const at = group.lines.push(target?.line ?? 0) - 1;
    return { key, at, each: { comment, ...readMarker(comment.body), place: target } };
  });
  const ids = new Map([...groups].map(([key, group]) => [key, idsOf(group, posted)]));
  return all.map(({ key, at, each }) => ({ ...each, id: ids.get(key)?.[at] as string }));
}

/** So many equal comments of earlier runs are looked for beyond those of this one. */
const maxEqual = 20;

/** The ids of equal comments on equal lines. A line at which one is posted has the id of that one; no other
 * line has it. */
function idsOf(
  { idOf, lines }: { readonly idOf: IdOf; readonly lines: readonly number[] },
  posted: ReadonlyMap<string, number | undefined>,
): string[] {
  let count = lines.length + Math.min(maxEqual, posted.size);
  const free = Array.from({ length: count }, (_, nth) => idOf(nth));
  const take = (line: number | undefined) => {
    const at = free.findIndex((id) => posted.get(id) === line);
    return at === -1 ? undefined : free.splice(at, 1)[0];
  };
  const own = lines.map((line) => take(line));
  const unused = () => {
    while (posted.has(idOf(count))) count += 1;
    return idOf(count++);
  };
  return own.map((id) => id ?? take(undefined) ?? unused());
}
