import { withoutReversing } from '#core/text/reversing.ts';
import { safeUrl } from './urls.ts';

declare const trusted: unique symbol;

/** Markup. Only html`…` and trustedHtml() make it, so that no value from a request can pass as it. */
export interface Html {
  readonly [trusted]: true;
  toString(): string;
}

export type HtmlValue = Html | string | number | false | null | undefined | readonly HtmlValue[];

type Place = 'text' | 'tag' | 'attribute' | 'url';

const fragments = new WeakSet<object>();
const templates = new WeakMap<TemplateStringsArray, Template>();

interface Template {
  readonly parts: readonly string[];
  readonly places: readonly Place[];
}

/**
 * Markup with every value escaped. Values are allowed in text and in double-quoted attributes; URL
 * attributes go through safeUrl. A value where escaping is not enough (unquoted, a tag or attribute
 * name, an event handler, style, script) throws.
 */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  let template = templates.get(strings);
  if (!template) {
    // Drops the indentation of the source.
    const parts = strings.map((part) => part.replace(/\n\s+/g, '\n'));
    template = { parts, places: placesOf(strings) };
    templates.set(strings, template);
  }
  const { parts, places } = template;
  let text = parts[0] ?? '';
  for (let at = 0; at < values.length; at += 1) {
    text += render(values[at], places[at] ?? 'text') + (parts[at + 1] ?? '');
  }
  return trustedHtml(text);
}

/** For our own markup that html`…` did not make, such as rendered markdown. */
export function trustedHtml(text: string): Html {
  const value = Object.freeze({ toString: () => text });
  fragments.add(value);
  return value as unknown as Html;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
}

function render(value: HtmlValue, place: Place): string {
  if (value === false || value === null || value === undefined) return '';
  if (Array.isArray(value)) {
    return value.map((item: HtmlValue) => render(item, place)).join('');
  }
  if (typeof value === 'object' && fragments.has(value)) {
    if (place !== 'text' && place !== 'tag') throw new Error('html: markup inside an attribute');
    return value.toString();
  }
  if (place === 'tag') throw new Error('html: only markup may stand among attributes');
  if (typeof value !== 'string' && typeof value !== 'number') {
    throw new Error(`html: a ${typeof value} is not text`);
  }
  // Control characters are errors in HTML and can bypass filters.
  const text = String(value).replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '\ufffd');
  if (place === 'text') return escapeHtml(withoutReversing(text));
  return escapeHtml(place === 'url' ? safeUrl(text) : text);
}

const urlAttributes = new Set(
  'href src action formaction poster cite data ping background manifest'.split(' '),
);

/** Finds the place of each value in the constant parts. */
function placesOf(strings: TemplateStringsArray): Place[] {
  let before = '';
  return strings.slice(0, -1).map((part) => {
    before += part;
    const place = placeAfter(before);
    // A placeholder for the value.
    before += 'v';
    return place;
  });
}

function placeAfter(before: string): Place {
  const opened = before.lastIndexOf('<');
  const tag = before.slice(Math.max(opened, 0));
  const attribute = /(?:^|\s)([a-zA-Z][\w:-]*)="([^"]*)$/.exec(tag);
  if (attribute) return attributePlace(attribute[1] ?? '', attribute[2] ?? '', before);
  if (opened === -1) return 'text';
  if (closes(tag)) {
    const raw = /^<(script|style|iframe|noscript|noembed|noframes|xmp|plaintext)\b/i.exec(tag)?.[1];
    if (raw) throw mistake(`inside <${raw}>`, before);
    return 'text';
  }
  // A whole attribute as markup: <input ${flag && html`disabled`}>.
  if (/\s$/.test(before)) return 'tag';
  throw mistake('in a tag, outside double quotes', before);
}

function attributePlace(name: string, prefix: string, before: string): Place {
  if (/^(on.*|style|srcdoc|srcset)$/i.test(name)) throw mistake(`in ${name}`, before);
  if (!urlAttributes.has(name.toLowerCase())) return 'attribute';
  if (prefix === '') return 'url';
  // The constant part must contain the scheme: otherwise value and part could form a harmful one.
  if (safeUrl(prefix) === prefix && /^mailto:|[/?#]/.test(prefix)) return 'attribute';
  throw mistake(`after "${prefix}" in ${name}`, before);
}

/** Whether the tag at the start of the text is closed, quotes respected. */
function closes(text: string): boolean {
  return /^<[^"'>]*(?:"[^"]*"[^"'>]*|'[^']*'[^"'>]*)*>/.test(text);
}

function mistake(where: string, before: string): Error {
  return new Error(`html: no value may stand ${where}: …${before.slice(-40)}`);
}
