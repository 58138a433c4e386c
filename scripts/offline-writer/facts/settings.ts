import { fileOf, type Repository } from '../repository/repository.ts';
import { lineFinder } from '../text/lines.ts';

export interface Setting {
  readonly name: string;
  /** As written in the code. Undefined: no default, or a name that may be a secret. */
  readonly initial: string | undefined;
  readonly places: readonly string[];
  /** The comment above it in an example file. */
  readonly comment: string;
}

const name = '([A-Z][A-Z0-9_]{1,60})';
const quoted = `['"\`]${name}['"\`]`;
const reads: readonly RegExp[] = [
  new RegExp(`\\b(?:process|import\\.meta|Bun)\\.env(?:\\?\\.|\\.)${name}\\b()`, 'g'),
  new RegExp(`\\b(?:env|environ)\\[\\s*${quoted}\\s*\\]()`, 'g'),
  // getenv, os.Getenv, environ.get, Deno.env.get, and helpers such as envOr and env_bool.
  new RegExp(
    `\\b(?!\\w{0,40}[sS]et_?[eE]nv)\\w{0,40}[eE](?:nv|NV)\\w{0,40}(?:\\.\\w{1,40}){0,2}\\(\\s*${quoted}(\\s*,)?`,
    'g',
  ),
  new RegExp(`\\bBindEnv\\(\\s*"[^"]{0,100}"\\s*,\\s*${quoted}()`, 'g'),
  new RegExp(`\\benvvar\\s*=\\s*\\[?\\s*${quoted}()`, 'g'),
  new RegExp(`\\benv:"${name}()`, 'g'),
];

/** Environment variables that the code reads, and those of example files. */
export function findSettings(repository: Repository): Setting[] {
  const settings = new Map<string, { initial?: string; comment?: string; places: Set<string> }>();
  const settingOf = (variable: string) => {
    const setting = settings.get(variable) ?? { places: new Set<string>() };
    settings.set(variable, setting);
    return setting;
  };
  const add = (variable: string, place: string, initial: string) => {
    const setting = settingOf(variable);
    setting.places.add(place);
    if (initial !== '') setting.initial ??= initial;
  };
  const texts = repository.sources().map((path) => ({ path, text: repository.text(path) }));
  const helpers = findHelpers(texts.map(({ text }) => text));
  const called = new RegExp(
    `(?<![\\w.])(?:${helpers.join('|') || 'getenv'})\\(\\s*${quoted}(\\s*,)?`,
    'g',
  );
  for (const { path, text } of texts) {
    const lineOf = lineFinder(text);
    for (const pattern of [...reads, called]) {
      for (const match of text.matchAll(pattern)) {
        const before = text.slice(0, match.index);
        if (/(?:\/\/|#|^\s*\*)/.test(before.slice(before.lastIndexOf('\n') + 1))) continue;
        const rest = text.slice(match.index + match[0].length, match.index + match[0].length + 300);
        const other = /^['"\]]*\s*(?:\?\?|\|\|)\s*/.exec(rest)?.[0];
        const initial = match[2] ? rest : other === undefined ? '' : rest.slice(other.length);
        add(match[1] as string, `${path}:${lineOf(match.index)}`, expression(initial));
      }
    }
    for (const match of text.matchAll(
      /\{([^{}]{1,2000})\}\s*=\s*(?:process|import\.meta)\.env\b/g,
    )) {
      const line = lineOf(match.index);
      for (const part of (match[1] as string).split(',')) {
        const [, variable, initial = ''] =
          /^\s*([A-Z][A-Z0-9_]{1,60})\s*(?::\s*\w+\s*)?(?:=(.*))?$/.exec(part) ?? [];
        if (variable !== undefined) add(variable, `${path}:${line}`, expression(initial));
      }
    }
  }
  readExamples(repository, (variable, place, comment) => {
    add(variable, place, '');
    if (comment !== '') settingOf(variable).comment = comment;
  });
  return [...settings]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([variable, { initial, places, comment = '' }]) => ({
      name: variable,
      initial: isSecret(variable) ? undefined : initial,
      places: [...places],
      comment,
    }));
}

/** Functions that read the variable that they are given, and those that call them. */
function findHelpers(texts: readonly string[]): string[] {
  const helpers = new Set<string>();
  let read =
    '(?:process\\.env\\[|environ\\[|environ\\.get\\(|(?:getenv|Getenv|LookupEnv|env\\.get)\\()';
  for (let round = 0; round < 2; round++) {
    const reading = new RegExp(`${read}\\s*[a-z]\\w{0,40}\\s*[,)\\]]`, 'g');
    for (const text of texts) {
      for (const { index } of text.matchAll(reading)) {
        const above = text.slice(Math.max(0, index - 600), index);
        const names = [
          ...above.matchAll(
            /\b(?:function|def|func)\s+(\w{1,60})\s*\(|\bconst (\w{1,60}) = (?:async )?\(/g,
          ),
        ];
        const name = names.at(-1)?.[1] ?? names.at(-1)?.[2];
        if (name !== undefined) helpers.add(name);
      }
    }
    read = `\\b(?:${[...helpers].join('|') || 'getenv'})\\(`;
  }
  return [...helpers];
}

/** The expression at the start of the text: up to what closes or separates it. */
function expression(following: string): string {
  const text = following.trimStart();
  let depth = 0;
  let quote = '';
  let at = 0;
  for (; at < Math.min(text.length, 120); at++) {
    const each = text[at] as string;
    if (quote !== '') quote = each === quote ? '' : quote;
    else if (/["'`]/.test(each)) quote = each;
    else if (/[([{]/.test(each)) depth++;
    else if (/[)\]}]/.test(each) && depth-- === 0) break;
    else if (/[;,\n]/.test(each) && depth === 0) break;
  }
  return text
    .slice(0, at)
    .replace(/^\s*\w+\s*=(?!=)/, '')
    .trim();
}

/** Names and comments of example files. Their values are not read: they may be secrets. */
function readExamples(
  repository: Repository,
  add: (variable: string, place: string, comment: string) => void,
) {
  for (const path of repository.paths) {
    if (!/^\.?env(?:\.(?:example|sample|template|dist|defaults?))?$|\.env$/.test(fileOf(path))) {
      continue;
    }
    let comment: string[] = [];
    for (const [index, line] of repository.lines(path).entries()) {
      const remark = /^#\s?(.*)$/.exec(line.trim());
      const variable = /^(?:export\s+)?([A-Za-z_]\w*)\s*=/.exec(line.trim())?.[1];
      if (variable !== undefined) add(variable, `${path}:${index + 1}`, comment.join(' '));
      comment = remark && !/=/.test(line) ? [...comment, remark[1] as string] : [];
    }
  }
}

function isSecret(variable: string): boolean {
  return /KEY|TOKEN|SECRET|PASS|PWD|CREDENTIAL|DSN|CONNECTION/.test(variable);
}
