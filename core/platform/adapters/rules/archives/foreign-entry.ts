/** An entry of an archive that a stranger made. Nothing of it can be trusted. */
export interface ForeignEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'other';
  /** The content of a file, which may be longer than announced. Call it before the next entry. */
  body(): Promise<AsyncIterable<Uint8Array>>;
}

const longestPath = 1_024;
const longestName = 255;

/**
 * The path below the target folder. Undefined: a name that leads outside, that some system reads in
 * another way, or that git would read as a repository of its own (whose settings name commands).
 */
export function safePath(name: string): string | undefined {
  const path = name.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '');
  if (Buffer.byteLength(path) > longestPath || /[\0-\x1f\x7f\\:]/.test(path)) return undefined;
  const parts = path.split('/');
  const isSafe = parts.every(
    (part) =>
      !['', '.', '..'].includes(part) &&
      part.toLowerCase() !== '.git' &&
      Buffer.byteLength(part) <= longestName,
  );
  return isSafe ? path : undefined;
}
