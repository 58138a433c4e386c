import { isDeepStrictEqual } from 'node:util';
import type { DatabaseSync } from 'node:sqlite';

/** Functions for queries alone: no index or stored expression may use them, so that any SQLite
 * program can open the file. */
export function addFunctions(handle: DatabaseSync) {
  const options = { deterministic: true };
  // LIKE knows only ASCII's case and reads % and _ as patterns. The needle comes in lower case.
  handle.function('lantern_contains', options, (text, needle) =>
    typeof text === 'string' && text.toLowerCase().includes(String(needle)) ? 1 : 0,
  );
  handle.function('lantern_same_json', options, (stored, value) =>
    stored !== null && isDeepStrictEqual(parse(stored), parse(value)) ? 1 : 0,
  );
}

function parse(json: unknown): unknown {
  return JSON.parse(String(json));
}
