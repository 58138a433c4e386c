import { trimmed } from './lines.ts';
import { code, fence, plain, table } from './markdown.ts';

// What directives and roles of Sphinx, MyST, MkDocs and Docusaurus mean in Markdown.

/** The title and address of what a document refers to by name: a label, or another document. */
export type Lookup = (name: string) => { title: string; address: string } | undefined;

export interface Directive {
  readonly name: string;
  readonly argument: string;
  readonly body: readonly string[];
}

export interface Dialect {
  /** The content of a directive, in the dialect of the document. */
  readonly convert: (lines: readonly string[]) => string[];
  readonly inline: (text: string) => string;
}

const kindIn = (kinds: Readonly<Record<string, string>>) =>
  new Map(
    Object.entries(kinds).flatMap(([kind, names]) => names.split(' ').map((name) => [name, kind])),
  );

const callouts = kindIn({
  NOTE: 'note info seealso abstract summary example quote question admonition details dropdown topic sidebar',
  TIP: 'tip hint success',
  IMPORTANT: 'important',
  WARNING: 'warning caution attention failure bug todo',
  DANGER: 'danger error',
});
const versions = kindIn({
  Added: 'versionadded',
  Changed: 'versionchanged',
  Deprecated: 'deprecated',
  Removed: 'versionremoved',
});
/** Their content is code; some name its language. */
const codes = kindIn({
  '': 'code-block code sourcecode code-cell literal parsed-literal prompt graphviz uml csv-table',
  python: 'click:example click:run ipython testcode',
  pycon: 'doctest',
  mermaid: 'mermaid',
  math: 'math',
});
const objects = new Set(
  'function class method classmethod staticmethod attribute property data exception decorator decoratormethod option cmdoption envvar confval describe object type macro setting'.split(
    ' ',
  ),
);
const leftOut =
  /^(?:auto(?:module|summary|program|gen.*)|.*module|toctree|image|figure|index|contents|include|literalinclude|meta|raw|highlight|default-role|role|rst-class|sectionauthor|codeauthor|testsetup|testcleanup|click|jinja:.*)$/;

export function writeDirective({ name, argument, body }: Directive, dialect: Dialect): string[] {
  const { options, content } = splitOptions(body);
  const kind = name.toLowerCase().replace(/^(?:py|c|cpp|js|rst|std):|^auto(?=[cefad]|method)/, '');
  const callout = callouts.get(kind);
  const text = () => trimmed(dialect.convert(content));
  if (callout !== undefined) {
    const title = argument === '' ? [] : [`**${dialect.inline(argument)}**`, ''];
    return [
      '',
      `> [!${callout}]`,
      ...[...title, ...text()].map((line) => `> ${line}`.trimEnd()),
      '',
    ];
  }
  const language = codes.get(kind) ?? (kind.startsWith('code') ? '' : undefined);
  if (language !== undefined) {
    return ['', ...fence(trimmed(content).join('\n'), language || argument).split('\n'), ''];
  }
  const change = versions.get(kind);
  if (change !== undefined) {
    const [version = '', ...rest] = argument.split(' ');
    const note = trimmed(dialect.convert([rest.join(' '), ...content]));
    const mark = version === '' ? change : `${change} in version ${plain(version)}`;
    return [
      '',
      `*${mark}${note.length > 0 ? ':' : '.'}* ${note.shift() ?? ''}`.trim(),
      ...note,
      '',
    ];
  }
  if (kind === 'list-table') return ['', ...listTable(content, options, dialect), ''];
  if (objects.has(kind)) return ['', `**${code(argument)}**`, '', ...text(), ''];
  if (leftOut.test(kind)) return [];
  const title =
    argument === '' || kind === 'container' ? [] : [`**${dialect.inline(argument)}**`, ''];
  return ['', ...(content.length > 0 || kind === 'rubric' ? title : []), ...text(), ''];
}

/** `:name: value` lines above the content. */
function splitOptions(body: readonly string[]) {
  let at = 0;
  const isOption = (line = '') => /^\s*:[\w-]+:(?:\s|$)/.test(line);
  while (isOption(body[at]) || (at > 0 && /^\s+\S/.test(body[at] ?? ''))) at++;
  const isBlank = (body[at] ?? '').trim() === '';
  const options = body.slice(0, at).join('\n');
  return at > 0 && !isBlank && !/^\s*:/.test(body[0] ?? '')
    ? { options: '', content: body }
    : { options, content: body.slice(at) };
}

function listTable(content: readonly string[], options: string, { inline }: Dialect): string[] {
  const rows: string[][] = [];
  for (const line of content) {
    const [, row, cell, text = ''] = /^\s*(\*\s+)?(-(?:\s+|$))?(.*)$/.exec(line) ?? [];
    if (row !== undefined) rows.push([]);
    const last = rows.at(-1);
    if (cell !== undefined) last?.push(text.trim());
    else if (last && last.length > 0) last.push(`${last.pop()} ${text.trim()}`.trim());
  }
  return writeTable(rows, /:header-rows:\s*[1-9]/.test(options), inline);
}

/** Markdown has no table without a head. */
export function writeTable(
  rows: readonly (readonly string[])[],
  hasHead: boolean,
  inline: (text: string) => string,
): string[] {
  const width = Math.min(64, Math.max(0, ...rows.map(({ length }) => length)));
  if (width === 0) return [];
  const full = rows.map((row) => Array.from({ length: width }, (_, at) => inline(row[at] ?? '')));
  const [head = [], ...rest] = hasHead ? full : [full[0]?.map(() => '') ?? [], ...full];
  return table(head, rest).split('\n');
}

const links = new Set('ref doc numref any term keyword std-ref std-doc'.split(' '));
const words = new Set(
  'abbr dfn emphasis strong guilabel menuselection sub sup subscript superscript index title cite'.split(
    ' ',
  ),
);

/** `text`, `target` or `text <target>` in the role's own meaning. Most roles name code. */
export function writeRole(name: string, raw: string, lookup: Lookup): string {
  const text = raw.replace(/\s+/g, ' ').trim();
  const open = text.endsWith('>') ? text.lastIndexOf('<') : -1;
  const label = open > 0 ? text.slice(0, open).trim() : undefined;
  const target = open > 0 ? text.slice(open + 1, -1) : text;
  const kind = name.replace(/^.*:/, '').toLowerCase();
  if (links.has(kind)) {
    const page = lookup(target);
    const shown = plain(label ?? page?.title ?? target.replace(/^.*\//, '').replace(/[-_]+/g, ' '));
    return page ? `[${shown}](${page.address})` : shown;
  }
  if (words.has(kind)) return plain(label ?? target.replace(/\s*\(.*\)$/, ''));
  if (/^(?:issue|pr|gh|pull|bug)$/.test(kind)) return plain(label ?? `#${target}`);
  if (/^(?:pep|rfc|cve)$/.test(kind)) return plain(label ?? `${kind.toUpperCase()} ${target}`);
  const own = target.startsWith('~') ? target.replace(/^.*\./, '') : target.replace(/^[!.]/, '');
  const shown = label ?? own.replace(/^~/, '');
  return code(/^(?:func|meth)$/.test(kind) && !shown.endsWith(')') ? `${shown}()` : shown);
}
