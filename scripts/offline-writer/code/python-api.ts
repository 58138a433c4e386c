import {
  maxDeclarations,
  noDoc,
  type Declaration,
  type Doc,
  type Member,
  type ModuleApi,
} from './declaration.ts';
import type { Repository } from '../repository.ts';

/** Classes and functions of a Python module that `__all__` lists or that do not begin with an
 * underscore. */
export function readPythonApi(repository: Repository, path: string): ModuleApi {
  const text = repository.text(path);
  const lines = repository.lines(path);
  const listed = /^__all__\s*(?:\+?=)\s*[[(]([^\])]*)[\])]/m.exec(text)?.[1];
  const all = listed === undefined ? undefined : new Set(listed.match(/\w+/g) ?? []);
  const isPublic = (name: string) => (all ? all.has(name) : !name.startsWith('_'));
  const declarations: Declaration[] = [];
  for (let index = 0; index < lines.length; index++) {
    if (declarations.length >= maxDeclarations) break;
    const found = /^(?:async\s+)?(def|class)\s+(\w+)/.exec(lines[index] as string);
    const name = found?.[2];
    if (name === undefined || !isPublic(name)) continue;
    const { signature, end } = readSignature(lines, index);
    const isClass = found?.[1] === 'class';
    declarations.push({
      ...{ name, kind: isClass ? 'class' : 'function', signature, line: index + 1 },
      doc: docstring(lines, end + 1),
      members: isClass ? methods(lines, end + 1) : [],
    });
  }
  const from = text.matchAll(/^from\s+(\.[\w.]*)\s+import\b/gm);
  const passesOn = path.endsWith('__init__.py') ? [...from].map((match) => match[1] as string) : [];
  const start = lines.findIndex((line) => !/^\s*(?:#.*)?$/.test(line));
  const about = start === -1 ? '' : docstring(lines, start).text;
  return { path, about, declarations, passesOn: [...new Set(passesOn)] };
}

function methods(lines: readonly string[], from: number): Member[] {
  const members: Member[] = [];
  let indent: number | undefined;
  for (let index = from; index < lines.length && members.length < 60; index++) {
    const line = lines[index] as string;
    if (/^[^\s#)\]}]/.test(line)) break;
    const found = /^(\s+)(?:async\s+)?def\s+(\w+)/.exec(line);
    if (!found) continue;
    indent ??= (found[1] as string).length;
    const name = found[2] as string;
    const isOpen = name === '__init__' || name === '__call__' || !name.startsWith('_');
    if ((found[1] as string).length !== indent || !isOpen) continue;
    const { signature, end } = readSignature(lines, index);
    const decorator = /^\s*@(property|staticmethod|classmethod|\w+\.setter)/.exec(
      lines[index - 1] ?? '',
    );
    const mark = decorator ? `@${decorator[1]} ` : '';
    const flat = `${mark}${signature.replace(/\s+/g, ' ')}`;
    members.push({ signature: flat, doc: docstring(lines, end + 1), line: index + 1 });
  }
  return members;
}

/** From `def` to the colon before the body; brackets and strings are parsed. */
function readSignature(lines: readonly string[], index: number) {
  const text = lines.slice(index, index + 40).join('\n');
  let depth = 0;
  let quote = '';
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string;
    if (quote) {
      if (character === '\\') at++;
      else if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '#') at = Math.max(at, text.indexOf('\n', at) - 1);
    else if ('([{'.includes(character)) depth++;
    else if (')]}'.includes(character)) depth--;
    else if (character === ':' && depth === 0) {
      const head = text.slice(0, at);
      return { signature: head.trim(), end: index + head.split('\n').length - 1 };
    }
  }
  return { signature: (lines[index] as string).trim(), end: index };
}

/** The docstring at or after the line, parsed in Sphinx or Google style. */
function docstring(lines: readonly string[], from: number): Doc {
  let at = from;
  while (at < lines.length && /^\s*(?:#.*)?$/.test(lines[at] as string)) at++;
  const opened = /^\s*[rRuUbB]{0,2}("""|'''|"|')(.*)$/.exec(lines[at] ?? '');
  if (!opened) return noDoc;
  const [, quote = '', rest = ''] = opened;
  const body: string[] = [];
  let line = rest;
  for (;;) {
    const end = line.indexOf(quote);
    if (end !== -1) {
      body.push(line.slice(0, end));
      break;
    }
    if (quote.length === 1 || at + 1 >= lines.length || body.length > 400) return noDoc;
    body.push(line);
    line = lines[++at] as string;
  }
  return readDocstring(dedent(body.join('\n')).trim().split('\n'));
}

function readDocstring(lines: readonly string[]): Doc {
  const text: string[] = [];
  const parameters: { name: string; text: string }[] = [];
  let returns = '';
  let section = '';
  for (const line of lines) {
    const field = /^:(param|arg|returns?|raises|type|rtype)\b\s*([^:]*):\s*(.*)$/.exec(line.trim());
    const title = /^(Args|Arguments|Parameters|Returns|Yields|Raises):?\s*$/.exec(line.trim());
    const item = /^\s+\*{0,2}(\w+)\s*(?:\([^()]*\))?\s*:\s*(.*)$/.exec(line);
    if (field) {
      const name = (field[2] ?? '').trim().split(/\s+/).at(-1) ?? '';
      if (/^(?:param|arg)/.test(field[1] ?? '')) parameters.push({ name, text: field[3] ?? '' });
      else if (/^return/.test(field[1] ?? '')) returns = field[3] ?? '';
      section = 'field';
    } else if (title && !/^Raises/.test(title[1] ?? '')) section = title[1] ?? '';
    else if (/^Arg|^Param/.test(section) && item) {
      parameters.push({ name: item[1] as string, text: item[2] ?? '' });
    } else if (/^Arg|^Param|^field$/.test(section) && /^\s{2,}\S/.test(line)) {
      const last = parameters.at(-1);
      if (last) last.text = `${last.text} ${line.trim()}`.trim();
    } else if (/^Return|^Yield/.test(section) && /^\s+\S/.test(line)) {
      returns = `${returns} ${line.trim()}`.trim();
    } else if (!/^\s*$/.test(line) || section === '') {
      section = '';
      text.push(line);
    }
  }
  return { text: restToMarkdown(text), parameters, returns, deprecated: undefined, examples: [] };
}

/** Doctests and indented blocks become code; the rest is used as markdown. */
function restToMarkdown(lines: readonly string[]): string {
  const out: string[] = [];
  let inCode = false;
  let margin = 0;
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1] ?? '';
    const isDoctest = /^\s*>>> /.test(line);
    const isIndented = /^(?: {4}|\t)\S/.test(line) && before.trim() === '';
    if (!inCode && (isDoctest || isIndented)) {
      out.push(isDoctest ? '```python' : '```');
      inCode = true;
      margin = line.search(/\S/);
    } else if (
      inCode &&
      (line.trim() === ''
        ? !/^\s+\S/.test(lines[index + 1] ?? '')
        : /^\S/.test(line) && !isDoctest && !/^>>>|^\.\.\./.test(before))
    ) {
      out.push('```');
      inCode = false;
    }
    out.push(inCode ? line.slice(Math.min(margin, line.search(/\S|$/))) : roles(line));
  }
  if (inCode) out.push('```');
  return out.join('\n').trim();
}

function roles(line: string): string {
  return line
    .replace(/::\s*$/, ':')
    .replace(/:(?:py:)?[a-z]{3,9}:`~?([^`<>]+)`/g, '`$1`')
    .replace(/``([^`]+)``/g, '`$1`');
}

/** The first line of a docstring has no indentation, the others share theirs. */
function dedent(text: string): string {
  const [first = '', ...rest] = text.split('\n');
  const margins = rest.flatMap((line) => (line.trim() ? [line.search(/\S/)] : []));
  const margin = margins.length > 0 ? Math.min(...margins) : 0;
  return [first.trimStart(), ...rest.map((line) => line.slice(margin))].join('\n');
}
