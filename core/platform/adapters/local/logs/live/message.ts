import type { PlacedEntry } from '../../../../ports/logs.ts';

/** The limit of a socket's message, in bytes. */
const longestMessage = 128 * 1024;
/** JSON takes at most six bytes for a character. */
const keptCharacters = 20_000;

/** An entry as followers get it. One that is too long for a message is cut. */
export function messageOf(entry: PlacedEntry): string {
  const text = JSON.stringify(entry);
  if (Buffer.byteLength(text) <= longestMessage) return text;
  const { message } = entry;
  const kept = message.slice(0, keptCharacters).toWellFormed();
  const cut = `${kept}… (cut, ${message.length} characters in all)`;
  return JSON.stringify({ ...entry, message: cut });
}
