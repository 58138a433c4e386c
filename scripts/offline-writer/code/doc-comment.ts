import { noDoc, type Doc } from './declaration.ts';

/** The comment that ends on the line before `index` (from 0): a block or a run of lines. */
export function commentAbove(lines: readonly string[], index: number): string[] {
  let at = index - 1;
  while (at >= 0 && /^\s*@\w/.test(lines[at] as string)) at--;
  const last = lines[at]?.trim() ?? '';
  if (last.endsWith('*/')) {
    const end = at;
    while (at >= 0 && end - at < 200 && !/^\s*\/\*/.test(lines[at] as string)) at--;
    // Only a block at the start of a line describes what follows.
    return at >= 0 && /^\s*\/\*/.test(lines[at] as string) ? block(lines.slice(at, end + 1)) : [];
  }
  const found: string[] = [];
  while (at >= 0 && found.length < 100 && /^\s*\/\/(?!\/)/.test(lines[at] as string)) {
    found.unshift((lines[at--] as string).replace(/^\s*\/\/ ?/, ''));
  }
  return isRemark(found.join('\n')) ? [] : found;
}

const ignorable = /^\s*(?:$|['"]use \w+['"];?\s*$|import\b|const \w+ = require)/;

/** The comment at the top of a file, without licence headers and remarks for tools. */
export function fileComment(lines: readonly string[]): string {
  let at = /^#!/.test(lines[0] ?? '') ? 1 : 0;
  for (let tries = 0; tries < 4; tries++) {
    while (at < lines.length && ignorable.test(lines[at] as string)) at++;
    if (at >= lines.length) return '';
    const start = at;
    const first = (lines[at] as string).trim();
    let text: string[];
    if (first.startsWith('/*')) {
      while (at < lines.length && !(lines[at] as string).includes('*/')) at++;
      text = block(lines.slice(start, ++at));
    } else if (first.startsWith('//')) {
      while (/^\s*\/\//.test(lines[at] ?? '')) at++;
      text = lines.slice(start, at).map((line) => line.replace(/^\s*\/\/+ ?/, ''));
    } else return '';
    const joined = text
      .join('\n')
      .replace(/^@(?:file|fileoverview|module|overview)\b ?/m, '')
      .trim();
    const isOwn = (lines[at] ?? '').trim() === '' || /^\s*import\b/.test(lines[at] ?? '');
    const isLegal = /copyright|licen[cs]ed?\b|SPDX/i.test(joined.slice(0, 400));
    if (isOwn && !isLegal && !isRemark(joined)) return parseDoc(joined.split('\n')).text;
    if (!isOwn) return '';
  }
  return '';
}

function block(lines: readonly string[]): string[] {
  return lines
    .map((line, index) => {
      const start = index === 0 ? line.replace(/^\s*\/\*+ ?/, '') : line.replace(/^\s*\* ?/, '');
      return index === lines.length - 1 ? start.replace(/\s*\*+\/\s*$/, '') : start;
    })
    .map((line) => (/^\s*\/?\s*$/.test(line) ? '' : line.trimEnd()));
}

function isRemark(text: string): boolean {
  return /^\s*(?:eslint|prettier|biome|@ts-|istanbul|c8|v8|tslint|#?region|#?endregion|<reference|[-=*#\s]*$)/.test(
    text,
  );
}

/** Description and tags of a JSDoc or TSDoc comment. */
export function parseDoc(lines: readonly string[]): Doc {
  if (lines.length === 0) return noDoc;
  const text: string[] = [];
  const tags: { tag: string; lines: string[] }[] = [];
  let inFence = false;
  for (const line of lines) {
    if (/^\s*(?:```|~~~)/.test(line)) inFence = !inFence;
    const tag = inFence ? null : /^\s*@(\w+)\b\s?(.*)$/.exec(line);
    if (tag) tags.push({ tag: tag[1] as string, lines: [tag[2] as string] });
    else (tags.at(-1)?.lines ?? text).push(line);
  }
  const of = (...names: string[]) =>
    tags.filter(({ tag }) => names.includes(tag)).map(({ lines }) => lines.join('\n').trim());
  const parameters = of('param', 'arg', 'argument', 'property', 'prop').flatMap((value) => {
    const rest = withoutType(value);
    const found = /^\[?([\w$.]+)(?:\s*=[^\]]*)?\]?\s*(?:-\s*)?([\s\S]*)$/.exec(rest);
    return found ? [{ name: found[1] as string, text: inline(found[2] as string) }] : [];
  });
  const deprecated = of('deprecated')[0];
  return {
    text: links([...text, ...of('description', 'remarks')].join('\n').trim()),
    parameters,
    returns: inline(withoutType(of('returns', 'return')[0] ?? '')),
    deprecated: deprecated === undefined ? undefined : inline(deprecated),
    examples: of('example').filter((example) => example !== ''),
  };
}

/** `{type} name …` without the type, whose braces may be nested. */
function withoutType(value: string): string {
  if (!value.startsWith('{')) return value;
  let depth = 0;
  for (let at = 0; at < value.length; at++) {
    if (value[at] === '{') depth++;
    if (value[at] === '}' && --depth === 0) return value.slice(at + 1).trim();
  }
  return value;
}

function inline(text: string): string {
  return links(text).replace(/\s+/g, ' ').trim();
}

function links(text: string): string {
  return text.replace(/\{@(?:link|linkcode|code)\s+([^{}|\s]+)[^{}]*\}/g, '`$1`');
}
