import { createHash } from 'node:crypto';

const maxLength = 200;

/** A file name for any text, readable if the text is short. It is unique even where the file system
 * ignores case, and never begins with a dot. */
export function fileNameOf(text: string): string {
  let name = '';
  for (const byte of Buffer.from(text)) {
    const character = String.fromCharCode(byte);
    name += /[a-z0-9_-]/.test(character) ? character : `%${byte.toString(16).padStart(2, '0')}`;
  }
  if (name !== '' && name.length <= maxLength) return name;
  return `~${createHash('sha256').update(text).digest('hex')}`;
}
