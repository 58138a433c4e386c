import { createHash } from 'node:crypto';

const start = '<!-- lantern:';

/** The hidden line by which a comment of ours is found again. */
export function markerOf(key: string): string {
  return `${start}${createHash('sha256').update(key).digest('hex').slice(0, 16)} -->`;
}

/** Whether the text may be ours: it then holds no commands, so that we never answer ourselves. */
export function isMarked(text: string): boolean {
  return text.includes(start);
}
