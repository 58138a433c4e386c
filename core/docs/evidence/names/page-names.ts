import { withoutEnd } from '#core/text/without-end.ts';
import { markdownLines, piecesOf } from '../prose.ts';
import { commandsIn, flagIn, isShell, namesInCommand } from './command-names.ts';
import { isCommonName, isForeignVariable } from './common-names.ts';
import { fileName, type Name } from './name.ts';
import type { Manifests } from '../manifests.ts';

const maxNames = 2_000;
const maxSpanLength = 200;

const variable = /^\$?\{?([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\}?(?:=.*)?$/;
const identifier = /^(?:new |await |@)?([a-z_$][\w$]*(?:(?:\.|::|#)[a-z_$][\w$]*)*)(\(.*\))?;?$/i;
const fileEnding =
  /\.(?:[cm]?[jt]sx?|json[c5]?|ya?ml|toml|md|mdx|rst|txt|html?|css|py|go|rs|rb|sh|lock|log|env|cfg|ini|conf|xml|sql|db|csv|svg|png|zip|gz|com|org|net|io|dev|test)$/i;
// What the page's own examples declare is theirs.
const declared =
  /(?:\b(?:def|class|func|fn|fun|function|const|let|var|val|type|interface|struct|enum|trait|record|package|module)\s+|["'`]-{0,2}|\bas\s+)([A-Za-z_$][\w$-]*)|(?<![\w$.])([A-Za-z_$][\w$]*)(?=\s?(?::=|[:=](?!=)))/g;

/** The names of a page that can be looked up: in backticks, and in blocks of commands. Each once. In
 * doubt a name is left out: a false alarm costs more than a name that is not checked. */
export function namesInPage(markdown: string, manifests: Manifests): Name[] {
  const namesByKey = new Map<string, Name>();
  const own = new Set<string>();
  const spans: string[] = [];
  let shell: string[] = [];
  let hasCommand = false;

  const add = (names: readonly Name[]) => {
    for (const name of names) {
      if (namesByKey.size < maxNames) namesByKey.set(`${name.kind} ${name.name}`, name);
    }
  };
  const command = (line: string) => {
    const { names, isOwn } = namesInCommand(line, manifests);
    hasCommand ||= isOwn;
    add(names);
  };

  for (const { text, kind, language } of markdownLines(markdown)) {
    if (kind === 'text') {
      for (const piece of piecesOf(text)) if (piece.kind === 'code') spans.push(bare(piece.text));
    } else if (kind === 'fence') {
      for (const line of commandsIn(shell)) command(line);
      shell = [];
    } else if (isShell(language)) shell.push(text);
    else if (text.length < 2_000) {
      for (const [, word, assigned] of text.matchAll(declared)) own.add(word ?? assigned ?? '');
    }
  }
  for (const span of spans) {
    if (span.length > maxSpanLength) continue;
    if (/\s/.test(span) && !span.startsWith('-')) command(span);
    add(namesInSpan(span));
  }
  return [...namesByKey.values()].filter(({ kind, name }) => {
    if (kind === 'flag') return hasCommand && !own.has(name.slice(2));
    if (kind !== 'identifier') return true;
    return !own.has(lastPart(name)) && !own.has(firstPart(name));
  });
}

export const firstPart = (name: string) => /^[\w$]+/.exec(name)?.[0] ?? '';
export const lastPart = (name: string) => name.split(/[^\w$]/).at(-1) ?? '';

function namesInSpan(span: string): Name[] {
  const flags = flagIn(span.replace(/^-\w, ?/, ''));
  if (flags.length > 0) return flags;
  const upper = variable.exec(span)?.[1];
  if (upper !== undefined) {
    return isForeignVariable(upper) ? [] : [{ kind: 'variable', name: upper }];
  }
  const file = fileName(span);
  if (file) return [file];
  const [, name = '', call] = identifier.exec(span) ?? [];
  if (name === '' || fileEnding.test(name)) return [];
  const last = lastPart(name);
  const isCode =
    call !== undefined || name !== last || /[a-z0-9][A-Z]|[a-z0-9]_[a-z0-9]/.test(name);
  if (!isCode || last.length < 3 || [firstPart(name), last].some(isCommonName)) return [];
  return [{ kind: 'identifier', name }];
}

/** Without its backticks. */
function bare(span: string): string {
  return withoutEnd(span.replace(/^`+/, ''), '`').trim();
}
