import { withoutSlashes } from './url.ts';

const longestPath = 1_024;
const longestName = 255;

/**
 * A stranger's path of a file, as a path below a folder of ours. Undefined: a name that leads outside,
 * that some system reads in another way, or that git would read as a repository of its own (whose
 * settings name commands).
 */
export function safePath(name: string): string | undefined {
  const path = withoutSlashes(name.replace(/^(?:\.\/)+/, ''));
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
