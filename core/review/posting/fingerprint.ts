import { createHash } from 'node:crypto';

const mark = /<!-- lantern-review:([0-9a-f]{16}) -->/g;

/** Identifies a comment over runs: the number of its line may change, the text of the line does not.
 * `nth` tells equal comments on equal lines apart. */
export function fingerprint(
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

export function withoutMarks(text: string): string {
  return text.replace(mark, '');
}
