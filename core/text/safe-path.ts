import { withoutSlashes } from './url.ts';

const maxPathLength = 1_024;
const maxNameLength = 255;

/**
 * A stranger's path of a file, as a path below a folder of ours. Undefined: a name that leads outside,
 * that some system reads in another way, or that git would read as a repository of its own (whose
 * settings name commands).
 */
export function safePath(name: string): string | undefined {
  const path = withoutSlashes(name.replace(/^(?:\.\/)+/, ''));
  if (Buffer.byteLength(path) > maxPathLength || /[\0-\x1f\x7f\\:]/.test(path)) return undefined;
  const parts = path.split('/');
  const isSafe = parts.every(
    (part) =>
      !['', '.', '..'].includes(part) &&
      part.toLowerCase() !== '.git' &&
      Buffer.byteLength(part) <= maxNameLength,
  );
  return isSafe ? path : undefined;
}
