import { fold, spellingsOf } from './fold.ts';

/** More of a query is not looked for in the bytes. */
const maxCharacters = 64;

/**
 * An expression for lines of JSON, read as latin1, that may contain the query in one of their strings
 * in any case and any escape. It may find lines without a hit, and never loses one. Undefined: every
 * line may have one.
 */
export function linePattern(query: string): RegExp | undefined {
  // A newline may lie between two blocks of text, and U+FFFD stands for any malformed bytes.
  const segments = fold(query.toWellFormed()).split(/[\n\ufffd]/);
  const longest = segments.reduce((one, other) => (other.length > one.length ? other : one));
  const characters = [...longest].slice(0, maxCharacters);
  if (characters.length === 0) return undefined;
  const spellings = characters.map(spellingsOf);
  const whole = spellings.map((all) => alternatives(all.flatMap(rawForms))).join('');
  const units = spellings.flat().flatMap((spelling) => spelling.split(''));
  const codes = [...new Set(units.map(unitPattern))];
  // A hit with a \u escape contains the escape of one of the characters.
  return new RegExp(`${whole}|\\\\u(?:${codes.join('|')})`, 'g');
}

const shortEscapes = new Map(
  Object.entries({ '\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't' }),
);

/** How a character is written in JSON without \u, as expressions over bytes. */
function rawForms(character: string): string[] {
  const short = shortEscapes.get(character);
  if (short !== undefined) return [`\\\\${short}`];
  if (character === '"') return ['\\\\"'];
  if (character === '\\') return ['\\\\\\\\'];
  if (character === '/') return ['/', '\\\\/'];
  return [[...Buffer.from(character)].map(bytePattern).join('')];
}

function bytePattern(byte: number): string {
  return `\\x${byte.toString(16).padStart(2, '0')}`;
}

/** Classes of single bytes let the engine skip ahead. */
function alternatives(forms: readonly string[]): string {
  const single = forms.filter((form) => /^(?:\\x..)$/.test(form));
  const long = forms.filter((form) => !single.includes(form));
  const parts = single.length > 0 ? [`[${single.join('')}]`, ...long] : long;
  return parts.length === 1 ? (parts[0] ?? '') : `(?:${parts.join('|')})`;
}

/** The four hexadecimal digits of a UTF-16 unit, in any case. */
function unitPattern(unit: string): string {
  const digits = unit.charCodeAt(0).toString(16).padStart(4, '0');
  return digits.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}
