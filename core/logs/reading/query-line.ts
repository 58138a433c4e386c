import { Failure } from '#core/platform/failure.ts';
import { suggestion } from '#core/text/nearest.ts';

/** The words before a colon, and the filters that they set: the first one of a filter is written. */
const fields = {
  repo: 'repository',
  level: 'level',
  event: 'event_type',
  user: 'scm_user',
  pr: 'pr_number',
  hook: 'hook_id',
  from: 'start_time',
  to: 'end_time',
  sender: 'scm_user',
  repository: 'repository',
  event_type: 'event_type',
  scm_user: 'scm_user',
  pr_number: 'pr_number',
  hook_id: 'hook_id',
} as const;

type Name = (typeof fields)[keyof typeof fields] | 'search';
type LineName = Name | `not_${Name}`;
type LineFilters = Partial<Record<LineName, string>>;

// A minus, a word with a colon, and a text in quotes or without spaces.
const part = /\s*(-?)(?:([a-z_]+):)?(?:"((?:[^"\\]|\\.)*)"(?=\s|$)|(\S+))/isy;

/** The filters that `repo:acme/mobile level:error -user:mona "timed out"` asks for. `others`: other
 * filters of the request, which the line must not repeat. */
export function filtersOfLine(
  line: string,
  others: Readonly<Record<string, unknown>> = {},
): LineFilters {
  const filters: LineFilters = {};
  const set = (name: LineName, word: string, value: string) => {
    if (filters[name] !== undefined || (others[name] ?? '') !== '') {
      refuse(`${word} is there twice: a search takes one`);
    }
    filters[name] = value;
  };
  const text = line.trimEnd();
  const words: string[] = [];
  const phrases: string[] = [];
  part.lastIndex = 0;
  while (part.lastIndex < text.length) {
    const [, minus = '', field, quoted, bare = ''] = part.exec(text) as RegExpExecArray;
    if (bare.startsWith('"')) refuse('A quote has no end: write "timed out", then a space');
    const value = quoted?.replace(/\\(.)/gs, '$1') ?? bare;
    if (field !== undefined) {
      const name = nameOf(field);
      if (minus === '') set(name, `${field}:`, value);
      else if (name === 'start_time' || name === 'end_time') refuse(`${field}: takes no minus`);
      else set(`not_${name}`, `-${field}:`, value);
    } else if (minus !== '') set('not_search', 'A text with a minus', value);
    else if (quoted !== undefined) phrases.push(value);
    else if (isField(bare)) refuse(`${bare} has no value`);
    else words.push(bare);
  }
  if (words.length > 0) phrases.push(words.join(' '));
  for (const phrase of phrases) set('search', 'A text', phrase);
  return filters;
}

function nameOf(word: string): Name {
  const name = word.toLowerCase();
  if (isField(`${name}:`)) return fields[name as keyof typeof fields];
  const near = suggestion(name, Object.keys(fields));
  const quotes = `Text with a colon is written in quotes, fields are ${Object.keys(fields).slice(0, 8).join(', ')}`;
  return refuse(`${word}: is no field.${near} ${quotes}`);
}

function isField(text: string): boolean {
  return text.endsWith(':') && Object.hasOwn(fields, text.slice(0, -1).toLowerCase());
}

/** The line that asks for these filters. */
export function lineOfFilters(filters: Readonly<Partial<Record<string, string>>>): string {
  const words = Object.entries(fields).slice(0, new Set(Object.values(fields)).size);
  const parts = [...words, ['', 'search'] as const].flatMap(([word, name]) =>
    ['', 'not_'].flatMap((prefix) => {
      const value = filters[prefix + name] ?? '';
      if (value === '') return [];
      const minus = prefix === '' ? '' : '-';
      return word === '' ? [minus + quote(value)] : [`${minus}${word}:${plain(value)}`];
    }),
  );
  return parts.join(' ');
}

function plain(value: string): string {
  return /["\s]/.test(value) ? quote(value) : value;
}

function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

function refuse(message: string): never {
  throw new Failure('invalid', 'bad_query', `${message}.`);
}
