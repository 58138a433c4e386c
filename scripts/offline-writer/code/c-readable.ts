import { withoutBodies } from './without-bodies.ts';

export interface Define {
  readonly name: string;
  /** `NAME(a, b) value`, on one line. */
  readonly code: string;
  readonly from: number;
  /** The comment at its end. */
  readonly behind: string;
}

export interface ReadableHeader {
  /** Declarations without directives and macros of compilers. All places remain. */
  readonly text: string;
  /** Those of the branches that are read. */
  readonly defines: readonly Define[];
}

export function isCpp(path: string, text: string): boolean {
  return (
    !/\.[hc]$/.test(path) ||
    /^[ \t]*(?:namespace\s+\w|template\s*<|class\s+\w[^;{}]{0,200}\{)/m.test(text)
  );
}

/** Conditions choose their first branch; `#if 0`, and what only C++ sees in C, are left out. */
export function readableHeader(source: string, path: string): ReadableHeader {
  const defines: Define[] = [];
  const open: { isRead: boolean; wasRead: boolean; isOuter: boolean }[] = [];
  const never = isCpp(path, source)
    ? /^if\s+0\b/
    : /^if\s+0\b|^if(?:def)?\b(?!.*!).*\b__cplusplus\b/;
  let out = '';
  let at = 0;
  let isComment = false;
  let isBehind = false;
  const lines = source.split('\n');
  for (let index = 0; index < lines.length; index++) {
    const first = lines[index] ?? '';
    const from = at;
    const start = index;
    const isDirective = !isComment && /^\s*#/.test(first);
    while (isDirective && lines[index]?.endsWith('\\') && index + 1 < lines.length) index++;
    const code = lines.slice(start, index + 1).join('\n');
    at += code.length + 1;
    const isReadBefore = open.at(-1)?.isRead ?? true;
    const directive = isDirective ? code.replace(/^\s*#\s*/, '') : undefined;
    if (directive !== undefined) {
      step(directive);
      const [, name = '', rest = ''] = /^define\s+(\w+)([^]*)$/.exec(directive) ?? [];
      if (name !== '' && isReadBefore && open.every(({ isRead }) => isRead)) {
        const [behind = ''] = /\/\*(?:(?!\*\/)[^])*\*\/\s*$|\/\/[!/]?<.*$/.exec(rest) ?? [];
        defines.push({ name, code: name + withoutComment(rest), from, behind: behind.trim() });
      }
      isComment = opensComment(directive, false);
      isBehind = isComment;
      out += blank(code);
    } else {
      // A comment that begins behind a directive ends below.
      const end = isBehind ? code.indexOf('*/') : 0;
      const rest = end === -1 ? '' : code.slice(isBehind ? end + 2 : 0);
      out += blank(code.slice(0, code.length - rest.length)) + (isReadBefore ? rest : blank(rest));
      if (end !== -1) isBehind = false;
      isComment = isBehind || opensComment(rest, isComment && rest === code);
    }
    out += '\n';
  }
  return { text: withoutMacros(withoutBodies(out.slice(0, source.length))), defines };

  function step(directive: string) {
    const last = open.at(-1);
    if (/^if/.test(directive)) {
      const isOuter = last?.isRead ?? true;
      const isRead = isOuter && !never.test(directive);
      open.push({ isRead, wasRead: isRead, isOuter });
    } else if (/^el/.test(directive) && last) {
      last.isRead = last.isOuter && !last.wasRead;
      last.wasRead ||= last.isRead;
    } else if (/^endif/.test(directive)) open.pop();
  }
}

function opensComment(line: string, isOpen: boolean): boolean {
  const start = line.lastIndexOf('/*');
  const end = line.lastIndexOf('*/');
  if (start === -1 && end === -1) return isOpen;
  return start > end && !line.slice(0, start).includes('//');
}

function withoutComment(code: string): string {
  return code
    .replace(/\/\*[^]*?(?:\*\/|$)|\/\/.*/g, '')
    .replace(/\\\n/g, ' ')
    .replace(/\s+/g, ' ')
    .trimEnd();
}

function blank(code: string): string {
  return code.replace(/[^\n]/g, ' ');
}

const caps = /^(?:[A-Z][A-Z\d_]{2,}|\w+_(?:EXPORT|API|EXTERN)|__\w+)$/;
const qualifier = /^(?:const|extern|static|inline|volatile|struct|enum|union)$/;

function withoutQuotes(text: string): string {
  return text.replace(/\/\*[^]*?(?:\*\/|$(?![^]))|\/\/.*|"(?:[^"\\\n]|\\.)*"/g, blank);
}

/** Blanks for macros before and behind a declaration: no compiler is here that knows them. */
function withoutMacros(text: string): string {
  const code = withoutQuotes(text);
  const out = text.split('');
  const clear = (from: number, length: number) => {
    for (let at = from; at < from + length; at++) if (out[at] !== '\n') out[at] = ' ';
  };
  for (const { 0: all, index } of code.matchAll(
    /\b(?:__attribute__\s*\(\((?:[^();{}]|\([^();{}]*\))*\)\)|(?:__declspec|\w*DEPRECATED\w*)\s*\([^(){};]*\))/g,
  )) {
    clear(index, all.length);
  }
  // `API(const char *) name(void)`
  for (const { 0: all, 1: head = '', index } of code.matchAll(
    /\b([A-Z][A-Z\d_]{2,}\s*\()[\w\s*]{1,80}\)(?=\s*\w+\s*\()/g,
  )) {
    clear(index, head.length);
    clear(index + all.length - 1, 1);
  }
  // `name OF((int a))`
  for (const { 0: all, 1: head = '', 2: macro = '', index } of code.matchAll(
    /(\b\w+\s+|\(\s*\*\s*\w+\s*\)\s*)([A-Z][A-Z\d_]*\s*\()\([^;{}]{0,2000}?\)\)(?=\s*;)/g,
  )) {
    clear(index + head.length, macro.length);
    clear(index + all.length - 1, 1);
  }
  // `EXPORT(1, int, name, (int a), ATTRIBUTE);`
  for (const match of code.matchAll(
    /\b([A-Z]\w{2,}\s*\((?:\s*\d+\s*,)?)([\w\s*]{1,80})(,)(\s*\*?\s*\w+\s*)(,)(\s*\((?:[^();]|\([^();]*\))*\)\s*)((?:,[^;]{0,200})?\))(?=\s*;)/g,
  )) {
    let from = match.index;
    for (const [at, part = ''] of match.slice(1).entries()) {
      if (at % 2 === 0) clear(from, part.length);
      from += part.length;
    }
  }
  // `int name(void) ATTRIBUTE(x);`
  for (const { 0: all, index } of code.matchAll(
    /(?<=\))(?:\s*\b(?:__\w+|[A-Z][A-Z\d_]{2,})\b(?:\s*\((?:[^();{}]|\([^();{}]*\))*\))?){1,4}(?=\s*[;{])/g,
  )) {
    clear(index, all.length);
  }
  // A macro in a line of its own
  for (const { 0: all, index } of code.matchAll(
    /^[A-Z][A-Z\d_]{2,}(?:\([^()\n]{0,80}\))?[ \t]*$(?!\s*(?:[},=]|\w+\s*\())/gm,
  )) {
    clear(index, all.length);
  }
  // What else looks like a call is no declaration, and the grammar would lose those below.
  for (const { 0: all, index } of withoutQuotes(out.join('')).matchAll(
    /^[A-Z][A-Z\d_]{2,}\s*\((?:[^();{}]|\((?:[^();{}]|\([^();{}]*\))*\))*\)\s*;/gm,
  )) {
    clear(index, all.length);
  }
  // `API int CALL name(`
  for (const { 1: list = '', index, 0: all } of withoutQuotes(out.join('')).matchAll(
    /(?<![\w*])((?:\w+[\s*]+){2,8})\w+\s*\(/g,
  )) {
    clearWords(list, index + all.indexOf(list));
  }
  return out.join('');

  function clearWords(list: string, start: number) {
    const words = [...list.matchAll(/(\w+)(\s*)(\**)/g)];
    const isMacro = words.map(({ 1: word = '', 3: stars }, at) => {
      const before = words[at - 1]?.[1] ?? '';
      return caps.test(word) && stars === '' && !/^(?:struct|enum|union)$/.test(before);
    });
    const hasType = words.some(({ 1: word = '' }, at) => !isMacro[at] && !qualifier.test(word));
    const last = isMacro.lastIndexOf(true);
    for (const [at, { 1: word = '', index }] of words.entries()) {
      if (isMacro[at] && (hasType || at !== last)) clear(start + index, word.length);
    }
  }
}
