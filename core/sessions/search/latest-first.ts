import { timeOf } from '../entries.ts';
import type { Piece } from '../lines/read-lines.ts';

interface Waiting extends Piece {
  readonly latest: number;
}

/** More is examined before more is read. */
const maxWaiting = 4 * 1024 * 1024;

/**
 * Lets lines wait until a file is read, and gives them the latest first: what is older than `floor` by
 * then is not parsed, which spares most lines of frequent words.
 */
export function latestFirst(
  floor: () => number,
  examine: (line: Piece) => void,
): { readonly add: (line: Piece) => void; readonly end: () => void } {
  let waiting: Waiting[] = [];
  let size = 0;

  function end(): void {
    const lines = waiting.sort((one, other) => other.latest - one.latest);
    [waiting, size] = [[], 0];
    for (const line of lines) if (line.latest >= floor()) examine(line);
  }

  return {
    add({ at, text }) {
      const latest = latestTime(text);
      if (latest === undefined) return examine({ at, text });
      if (latest < floor()) return;
      waiting.push({ at, text, latest });
      size += text.length;
      if (size > maxWaiting) end();
    },
    end,
  };
}

const timestampName = 'timestamp';
const timestampValue = /"timestamp"\s*:\s*"([^"\\]{0,40})"/y;

/**
 * An upper bound of an entry's time, without parsing the line, read as latin1: where the name occurs
 * once in it, the entry has that time or none. Undefined: only parsing tells.
 */
function latestTime(line: string): number | undefined {
  const at = line.indexOf(timestampName);
  // The name may be escaped.
  if (line.includes('\\u')) return undefined;
  // Codex has times of another name.
  if (at === -1) return line.includes('"ts"') ? undefined : -Infinity;
  if (line.includes(timestampName, at + timestampName.length)) return undefined;
  timestampValue.lastIndex = at - 1;
  const text = timestampValue.exec(line)?.[1];
  return text === undefined ? undefined : (timeOf(text) ?? -Infinity);
}
