import {
  maxDeclarations,
  noDoc,
  type Declaration,
  type Doc,
  type ModuleApi,
} from './declaration.ts';
import { commentAbove } from './doc-comment.ts';
import type { Repository } from '../repository.ts';
import { bracketEnd, lineFinder, scanCode, tidy } from './scan-code.ts';

/** The exported names of one Go file. Methods are listed as functions, such as `Type.Method`. */
export function readGoApi(repository: Repository, path: string): ModuleApi {
  const text = repository.text(path);
  const lines = repository.lines(path);
  const lineOf = lineFinder(text);
  const declarations: Declaration[] = [];
  const packageLine = lines.findIndex((line) => /^package\s+\w+/.test(line));
  const pattern =
    /^(?:func\s+(?:\([^()]*?\*?(\w+)(?:\[[^\]]*\])?\)\s*)?([A-Z]\w*)|type\s+([A-Z]\w*)|(?:var|const)\s+([A-Z]\w*))/gm;
  for (const match of text.matchAll(pattern)) {
    if (declarations.length >= maxDeclarations) break;
    const [, receiver, method, type, value] = match;
    const start = match.index;
    const line = lineOf(start);
    const doc = docOf(commentAbove(lines, line - 1));
    if (receiver !== undefined && !/^[A-Z]/.test(receiver)) continue;
    const name = type ?? value ?? (receiver ? `${receiver}.${method}` : (method ?? ''));
    const base = { name, doc, line, members: [] };
    if (method !== undefined) {
      const end = functionEnd(text, start);
      declarations.push({ ...base, kind: 'function', signature: tidy(text.slice(start, end)) });
    } else if (type !== undefined) {
      const open = scanCode(text, start, (character) => character === '{' || character === '\n');
      const end = text[open] === '{' ? bracketEnd(text, open) : open;
      declarations.push({ ...base, kind: 'type', signature: tidy(text.slice(start, end), 40) });
    } else {
      const end = scanCode(text, start, (character) => character === '\n');
      declarations.push({ ...base, kind: 'value', signature: tidy(text.slice(start, end)) });
    }
  }
  const about = packageLine === -1 ? '' : aboutOf(commentAbove(lines, packageLine));
  return { path, about, declarations, passesOn: [] };
}

/** A brace opens the body unless it belongs to `interface{}`, `struct{}` or a map of them. */
function functionEnd(text: string, from: number): number {
  let at = from;
  for (;;) {
    at = scanCode(text, at, (character) => character === '{' || character === '\n');
    if (text[at] !== '{' || !/(?:interface|struct)\s*$/.test(text.slice(from, at))) return at;
    at = bracketEnd(text, at);
  }
}

function docOf(comment: readonly string[]): Doc {
  const lines = comment.filter((line) => !/^(?:go:|nolint|\+build)/.test(line));
  const deprecated = lines.find((line) => line.startsWith('Deprecated:'));
  const text = lines.map((line) => (line.startsWith('\t') ? `    ${line.slice(1)}` : line));
  return {
    ...noDoc,
    text: text.join('\n').trim(),
    deprecated: deprecated?.slice('Deprecated:'.length).trim(),
  };
}

function aboutOf(comment: readonly string[]): string {
  const text = docOf(comment).text;
  return /copyright|license/i.test(text.slice(0, 300)) ? '' : text;
}
