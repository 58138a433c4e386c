import { noDoc, type Doc } from './declaration.ts';
import { parseDoc } from './doc-comment.ts';

/** A comment of Java: HTML and tags in braces become Markdown. */
export function javaDoc(comment: string): Doc {
  if (comment.trim() === '') return noDoc;
  const notes: string[] = [];
  const text = toMarkdown(comment).replace(more, (_, tag: string, value: string) => {
    const flat = value.replace(/\s+/g, ' ').trim();
    if (flat !== '') notes.push(noteOf(tag, flat));
    return '';
  });
  return { ...parseDoc(text), ...(notes.length > 0 && { notes }) };
}

/** Tags that a comment of JavaScript has not. */
const more = /^[ \t]*@(throws|exception|since|see)[ \t]+(.*(?:\n(?![ \t]*@).*)*)/gm;

function noteOf(tag: string, text: string): string {
  if (tag === 'since') return `Since ${text}`.replace(/\.?$/, '.');
  if (tag === 'see')
    return `See ${/^[\w.#]+(?:\([^()]*\))?$/.test(text) ? codeOf(nameIn(text)) : text}.`;
  const [, name = text, about = ''] = /^([\w.$]+)\s*(.*)$/.exec(text) ?? [];
  return `**Throws** \`${name}\`${about && `: ${about}`}`;
}

/** `#member` and `a.b.Type#member` as code names them. */
function nameIn(target: string): string {
  return target
    .replace(/^#/, '')
    .replace(/^(?:[a-z]\w*\.)+(?=[A-Z])/, '')
    .replace('#', '.');
}

/** HTML of a comment as Markdown. */
export function toMarkdown(comment: string): string {
  const blocks: string[] = [];
  const keep = (code: string) => {
    blocks.push(
      `\n\n\`\`\`java\n${outdent(entities(code.replace(/^[ \t]*\n/, '').trimEnd()))}\n\`\`\`\n\n`,
    );
    return `\uE001${blocks.length - 1}\uE001`;
  };
  const text = comment
    .replace(/<pre\b[^<>]*>([^]*?)(?:<\/pre>|$(?![^]))/gi, (_, code: string) => keep(inPre(code)))
    .split('\n')
    .map((line) => line.replace(/^[ \t]{1,40}(?!@)/, ' ').trimStart())
    .join('\n');
  return entities(
    inlineTags(text)
      .replace(/<p\s*\/?>|<\/p>/gi, '\n\n')
      .replace(
        /<h[1-6]\b[^<>]*>([^<>]*)<\/h[1-6]>/gi,
        (_, title: string) => `\n\n**${title.trim()}**\n\n`,
      )
      .replace(/<\/?(?:ul|ol|dl)\b[^<>]*>/gi, '\n')
      .replace(/<(?:li|dt)\b[^<>]*>\s*/gi, '\n- ')
      .replace(/<dd\b[^<>]*>\s*/gi, ': ')
      .replace(/<\/(?:li|dt|dd)>/gi, '')
      .replace(/<(b|strong)>([^<]*)<\/\1>/gi, '**$2**')
      .replace(/<(i|em)>([^<]*)<\/\1>/gi, '*$2*')
      .replace(/<(code|tt)>([^<`]*)<\/\1>/gi, (_, __, code: string) => codeOf(entities(code)))
      .replace(/<tr\b[^<>]*>\s*/g, '\n- ')
      .replace(/<\/t[dh]>\s*(?=<t)/g, ', ')
      .replace(/<\/?[a-z][a-z0-9]*(?: [^<>]*)?\/?>/g, (all) =>
        /^<a /.test(all) || all === '</a>' ? all : '',
      )
      .replace(/\n{3,}/g, '\n\n')
      .replace(/\n{2,}(?=- )/g, '\n'),
  )
    .replaceAll('\uE002', '')
    .replace(/\uE001(\d+)\uE001/g, (_, at: string) => blocks[Number(at)] ?? '');
}

/** `{@code …}` and markup inside an example. */
function inPre(code: string): string {
  const inner = /^\s*\{@(?:code|literal)\b([^]*)\}\s*$/.exec(code)?.[1];
  if (inner !== undefined) return inner.replace(/^[ \t]*\n/, '').trimEnd();
  return code
    .replace(/<\/?[a-z]+\b[^<>]*>/g, '')
    .replace(/\{@(?:code|literal)\b([^{}]*)\}/g, (_, inner: string) => inner.trim());
}

function inlineTags(text: string): string {
  let out = '';
  let at = 0;
  for (const match of text.matchAll(/\{@(\w+)/g)) {
    if (match.index < at) continue;
    const end = closing(text, match.index);
    const inner = text
      .slice(match.index + match[0].length, end)
      .replace(/\s+/g, ' ')
      .trim();
    out += text.slice(at, match.index) + inlineTag(match[1] ?? '', inner);
    at = end + 1;
  }
  return out + text.slice(at);
}

const maxTag = 2_000;

function closing(text: string, from: number): number {
  let depth = 0;
  const last = Math.min(text.length, from + maxTag);
  for (let at = from; at < last; at++) {
    if (text[at] === '{') depth++;
    if (text[at] === '}' && --depth === 0) return at;
  }
  return last;
}

function inlineTag(tag: string, inner: string): string {
  if (tag === 'code') return inner && codeOf(inner);
  if (tag === 'literal' || tag === 'summary' || tag === 'index') return inner;
  if (tag === 'value') return inner && codeOf(nameIn(inner));
  if (!tag.startsWith('link')) return '';
  const [, target = inner, label = ''] = /^([\w.$#]+(?:\([^()]*\))?)\s*(.*)$/.exec(inner) ?? [];
  return tag === 'linkplain' && label !== '' ? label : codeOf(label || nameIn(target));
}

function codeOf(text: string): string {
  if (text.trim() === '') return '';
  const plain = text.replace(/\{@\w+ ([^{}]*)\}/g, '$1').replace(/`/g, "'");
  return `\`${plain.replace(/[<>&]/g, (each) => `${each}\uE002`)}\``;
}

const signs: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ge: '≥',
  le: '≤',
  ne: '≠',
  copy: '©',
  times: '×',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  rarr: '→',
};

function entities(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7}|x[\da-f]{1,6})|(\w{1,8}));/gi,
    (all, number: string = '', name: string = '') => {
      if (name !== '') return signs[name] ?? all;
      const point = Number(number.replace(/^x/i, '0x'));
      return point > 31 && point < 0x11_0000 ? String.fromCodePoint(point) : '';
    },
  );
}

function outdent(code: string): string {
  const lines = code.split('\n');
  const indents = lines.flatMap((line) => (line.trim() === '' ? [] : [line.search(/\S/)]));
  const least = Math.min(...indents, 40);
  return lines.map((line) => line.slice(least)).join('\n');
}
