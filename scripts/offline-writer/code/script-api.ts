import {
  maxDeclarations,
  noDoc,
  type Declaration,
  type Member,
  type ModuleApi,
} from './declaration.ts';
import { commentAbove, fileComment, parseDoc } from './doc-comment.ts';
import { fileOf, type Repository } from '../repository.ts';
import { bracketEnd, lineFinder, scanCode, tidy } from './scan-code.ts';

const declaration =
  /^(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(function\s*\*?|class|interface|type|enum|const\s+enum|const|let|var|namespace)\s+([\w$]+)/;

/** The exports of a TypeScript or JavaScript module, ESM or CommonJS. */
export function readScriptApi(repository: Repository, path: string): ModuleApi {
  const text = repository.text(path);
  const lines = repository.lines(path);
  const lineOf = lineFinder(text);
  const stem = fileOf(path).replace(/\..*$/, '');
  const starts = findDeclarations(text, lineOf);
  const names = exportedNames(text);
  const declarations: Declaration[] = [];
  const seen = new Set<string>();
  for (const { at, name, isExported } of starts) {
    const isDefault = names.get('default') === name;
    // Overloads share a name; the first one has the comment.
    if ((!isExported && !names.has(name) && !isDefault) || seen.has(name)) continue;
    seen.add(name);
    if (declarations.length >= maxDeclarations) break;
    declarations.push(describe(text, lines, at, name === 'default' ? stem : name, lineOf(at)));
  }
  for (const assigned of commonAssignments(text, stem)) {
    if (seen.has(assigned.name)) continue;
    seen.add(assigned.name);
    const line = lineOf(assigned.at);
    const doc = parseDoc(commentAbove(lines, line - 1));
    const { name, signature } = assigned;
    declarations.push({ name, kind: 'function', signature, doc, line, members: [] });
  }
  const passed = text.matchAll(
    /^export\s+(?:type\s+)?(?:\*(?:\s+as\s+[\w$]+)?|\{[^{}]{0,4000}\})\s+from\s+['"]([^'"\n]+)['"]/gm,
  );
  return {
    path,
    about: fileComment(lines),
    declarations,
    passesOn: [...new Set([...passed].map((match) => match[1] as string))],
  };
}

function findDeclarations(text: string, lineOf: (at: number) => number) {
  const starts: { at: number; name: string; isExported: boolean }[] = [];
  for (const match of text.matchAll(/^(?=[a-z])/gm)) {
    const head = text.slice(match.index, match.index + 200);
    const name = declaration.exec(head)?.[2];
    const isExported = head.startsWith('export');
    if (name !== undefined) starts.push({ at: match.index, name, isExported });
    else if (/^export\s+default\s+(?:async\s+)?(?:function|class|\()/.test(head)) {
      starts.push({ at: match.index, name: 'default', isExported: true });
    }
  }
  return starts.sort((a, b) => lineOf(a.at) - lineOf(b.at));
}

/** Local names that are exported by `export { … }`, `export default` or `module.exports`. */
function exportedNames(text: string): Map<string, string> {
  const names = new Map<string, string>();
  const list = (inner: string) => {
    for (const part of inner.replace(/\/\/[^\n]*/g, '').split(',')) {
      const match = /^\s*(?:type\s+)?([\w$]+)(?:\s+as\s+([\w$]+)|\s*:\s*([\w$]+))?\s*$/.exec(part);
      if (match) names.set(match[3] ?? (match[1] as string), match[2] ?? (match[1] as string));
    }
  };
  for (const match of text.matchAll(/^export\s*(?:type\s*)?\{([^{}]{0,4000})\}(?!\s*from)/gm)) {
    list(match[1] as string);
  }
  for (const match of text.matchAll(/^module\.exports\s*=\s*\{([^{}]{0,4000})\}/gm)) {
    list(match[1] as string);
  }
  for (const match of text.matchAll(
    /^(?:export\s+default|module\.exports\s*=)\s+([\w$]+)\s*;?\s*$/gm,
  )) {
    names.set(match[1] as string, 'default');
  }
  for (const match of text.matchAll(/^(?:module\.)?exports\.([\w$]+)\s*=\s*([\w$]+)\s*;?\s*$/gm)) {
    names.set(match[2] as string, match[1] as string);
  }
  return names;
}

/** `exports.name = function (…)` and `module.exports = (…) =>`. */
function commonAssignments(text: string, stem: string) {
  const declarations: { name: string; at: number; signature: string }[] = [];
  const pattern =
    /^(?:module\.)?exports(?:\.([\w$]+))?\s*=\s*(?:async\s+)?(?:function\s*\*?\s*[\w$]*\s*(?=\()|(?=\([^()]{0,400}\)\s*=>))/gm;
  for (const match of text.matchAll(pattern)) {
    const open = match.index + match[0].length;
    const end = bracketEnd(text, open);
    const name = match[1] ?? stem;
    declarations.push({
      name,
      at: match.index,
      signature: `${match[1] === undefined ? 'module.exports = function ' : 'exports.'}${name}${text.slice(open, end)}`,
    });
  }
  return declarations;
}

function describe(
  text: string,
  lines: readonly string[],
  at: number,
  name: string,
  line: number,
): Declaration {
  const doc = parseDoc(commentAbove(lines, line - 1));
  const head = text.slice(at, at + 200).replace(/^(?:export\s+)(?:default\s+)?(?:declare\s+)?/, '');
  const skipped = Math.min(200, text.length - at) - head.length;
  const from = at + skipped;
  const make = (kind: Declaration['kind'], end: number, members: Member[] = []) => ({
    ...{ name, kind, doc, line, members },
    signature: tidy(text.slice(from, end).replace(/[\s={;]+$/, '')),
  });
  if (/^(?:async\s+)?function/.test(head)) return make('function', bodyStart(text, from));
  if (/^(?:abstract\s+)?class/.test(head)) {
    const open = scanCode(text, from, (character) => character === '{');
    return make('class', open, classMembers(text, lines, open));
  }
  if (/^interface|^enum|^const\s+enum|^namespace/.test(head)) {
    const open = scanCode(text, from, (character) => character === '{');
    return { ...make('type', open), signature: tidy(text.slice(from, bracketEnd(text, open)), 40) };
  }
  if (head.startsWith('type')) {
    const end = scanCode(
      text,
      from,
      (character, place) => character === ';' || (character === '\n' && endsType(text, place)),
    );
    return { ...make('type', end), signature: tidy(text.slice(from, end), 40) };
  }
  return { ...value(text, from, make), members: assignedTo(text, lines, name) };
}

/** `Name.part = …;` further down, as CommonJS modules extend their exports. */
function assignedTo(text: string, lines: readonly string[], name: string): Member[] {
  if (!text.includes(`\n${name}.`)) return [];
  return lines
    .flatMap((line, index) => {
      const isPart = line.startsWith(`${name}.`) && /^[\w$.]+ = .{1,100};$/.test(line);
      const doc = isPart ? parseDoc(commentAbove(lines, index)) : noDoc;
      return isPart ? [{ signature: line.replace(/;$/, ''), doc, line: index + 1 }] : [];
    })
    .slice(0, 40);
}

function value(
  text: string,
  from: number,
  make: (kind: Declaration['kind'], end: number) => Declaration,
): Declaration {
  const equals = scanCode(text, from, (character, at) => {
    if (character === ';') return true;
    return character === '=' && text[at + 1] !== '>' && text[at - 1] !== '=';
  });
  const right = /^=\s*(?:async\s+)?(?:<[^>\n]{0,200}>)?\s*(?:function\b|\(|[\w$]+\s*=>)/.exec(
    text.slice(equals, equals + 300),
  );
  if (right) {
    const arrow = scanCode(
      text,
      equals + 1,
      (character, at) =>
        (character === '=' && text[at + 1] === '>') || character === ';' || character === '{',
    );
    if (text[arrow] === '=') return make('function', arrow);
    if (text[arrow] === '{' && right[0].includes('function')) return make('function', arrow);
  }
  const end = scanCode(text, equals + 1, (character) => character === ';' || character === '\n');
  const whole = text.slice(from, end);
  return make('value', whole.length <= 90 && !whole.includes('\n') ? end : equals);
}

/** The offset of a function's body: a brace that does not begin a type. */
function bodyStart(text: string, from: number): number {
  let at = from;
  for (;;) {
    at = scanCode(text, at, (character) => character === '{' || character === ';');
    const before = text.slice(Math.max(from, at - 40), at).trimEnd();
    if (text[at] !== '{' || !/(?:[:|&]|=>|\bis|<)$/.test(before)) return at;
    at = bracketEnd(text, at);
  }
}

function endsType(text: string, newline: number): boolean {
  const before = text.slice(0, newline).trimEnd().at(-1) ?? '';
  const after = text.slice(newline + 1, newline + 200).trimStart()[0] ?? '';
  return !'=|&(<,?:'.includes(before) && !'|&?:='.includes(after);
}

/** Public methods and accessors of a class. */
function classMembers(text: string, lines: readonly string[], open: number): Member[] {
  const lineOf = lineFinder(text);
  const first = lineOf(open);
  const last = lineOf(bracketEnd(text, open, 400_000) - 1);
  const indent = /^\s+/.exec(lines.slice(first, last).find((line) => /^\s+[\w$]/.test(line)) ?? '');
  if (!indent) return [];
  const pattern = new RegExp(
    `^${indent[0]}(?!private\\b|protected\\b|#|_|if\\b|for\\b|while\\b|return\\b|switch\\b)` +
      '((?:public |static |async |override |readonly |abstract |get |set |\\*)*)([\\w$]+)\\s*(?:<[^<>()]{0,200}>)?\\(',
  );
  const members: Member[] = [];
  let start = 0;
  for (let index = 0; index < last && members.length < 60; index++) {
    const line = lines[index] as string;
    if (index >= first && pattern.test(line)) {
      const signature = text.slice(start, bodyStart(text, start)).trim();
      const doc = parseDoc(commentAbove(lines, index));
      members.push({ signature: signature.replace(/\s+/g, ' '), doc, line: index + 1 });
    }
    start += line.length + 1;
  }
  return members;
}
