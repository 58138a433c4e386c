import { isUtf8 } from 'node:buffer';
import type { Tree } from '#core/platform/ports/trees.ts';

const maxBytes = 256 * 1024;

/** Absent or binary: undefined. */
export type ReadText = (path: string) => Promise<string | undefined>;

/** Reads the beginnings of text files. */
export function textReader(tree: Pick<Tree, 'read'>): ReadText {
  return async (path) => {
    const bytes = await tree.read(path, maxBytes);
    if (!bytes || bytes.includes(0)) return undefined;
    const text = new TextDecoder().decode(bytes);
    return isUtf8(bytes) || bytes.length === maxBytes ? text.replaceAll('\r\n', '\n') : undefined;
  };
}
