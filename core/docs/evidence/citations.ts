import type { Tree } from '#core/platform/ports/trees.ts';
import type { CodeHost } from '#core/text/code-host.ts';
import { withoutEnd } from '#core/text/without-end.ts';
import { changeProse, piecesOf } from './prose.ts';

export interface PageCitation {
  readonly path: string;
  readonly line: number | null;
}

export interface CheckedPage {
  readonly markdown: string;
  /** Found in the tree; each once, in the order of the page. */
  readonly citations: readonly PageCitation[];
  /** How many were not. */
  readonly removed: number;
}

interface Evidence {
  readonly tree: Pick<Tree, 'files' | 'lines'>;
  /** Where a file can be read. Null: citations stay text. */
  readonly host: Pick<CodeHost, 'link'> | null;
  /** Slugs of all pages: links to them are none to files. */
  readonly slugs: ReadonlySet<string>;
}

const maxCitations = 1_000;
const maxFiles = 20_000;

type Range = readonly [first: number | null, last: number | null];

// A colon and a number follow many things: what is none of these and not in the tree stays as it
// is, because it may be an address, an image tag or a time.
const source =
  /(?:\.(?:[cm]?[jt]sx?|py|pyi|go|rs|java|kts?|scala|rb|php|cs|fs|c|h|cc|cpp|hpp|m|mm|swift|dart|lua|r|jl|ex|exs|erl|clj|hs|ml|sh|bash|zsh|ps1|sql|md|mdx|rst|txt|json|jsonc|ya?ml|toml|ini|cfg|conf|env|xml|html?|css|s[ac]ss|less|vue|svelte|astro|proto|graphql|gradle|tf|nix|lock|mod|sum)|(?:^|\/)(?:Makefile|Dockerfile|Jenkinsfile|Rakefile|Gemfile|Procfile|LICENSE))$/;
const cited = /^([^\s`:][^`:]{0,500})(?::|#L)(\d[\d,:L -]{0,80})$/;
/** Another path is cited only if there is such a file. */
const plain = /^[\p{L}\w@.+~$/-][^\s*?"<>|]*$/u;
const citedInText =
  /(?<![\w`/:.@%=?&~#-])([\w@][\w@.+/-]{0,300}\.\w{1,8})(?::|#L)(\d+(?:-L?\d+)?(?::\d+)?)(?![\w:/])/g;
const link = /(?<!!)\[((?:[^[\]\\]|\\.){0,500})\]\(([^()\s<>]{1,1000})(?:\s+"[^"]{0,200}")?\)/g;

/**
 * Checks what a page says about places in the repository: `path:line` and links to files. What is
 * there becomes a link to the code host where there is one; what is not is taken out.
 */
export async function checkCitations(markdown: string, evidence: Evidence): Promise<CheckedPage> {
  const { tree, host, slugs } = evidence;
  const citations = new Map<string, PageCitation>();
  const lengths = new Map<string, Promise<number | undefined>>();
  let removed = 0;
  let files: Promise<readonly string[]> | undefined;

  /** Lines of a file; absent: undefined. */
  function linesOf(path: string): Promise<number | undefined> {
    let lineCount = lengths.get(path);
    if (!lineCount) lengths.set(path, (lineCount = tree.lines(path)));
    return lineCount;
  }

  async function exists(path: string, ranges: readonly Range[]) {
    if (citations.size >= maxCitations) return false;
    const lines = await linesOf(path);
    if (lines === undefined) return false;
    const isOutside = ([first, last]: Range) =>
      first !== null && (first < 1 || (last ?? first) < first || (last ?? first) > lines);
    if (ranges.some(isOutside)) return false;
    for (const [line] of ranges) citations.set(`${path}:${line}`, { path, line });
    return true;
  }

  /** Undefined: it is none. Null: it does not resolve. */
  async function resolve(path: string, places: string) {
    const ranges = rangesIn(places);
    const [first] = ranges;
    if (!first) return undefined;
    const place = path.replace(/^\.\//, '');
    if (await exists(place, ranges)) return host?.link(place, ...first) ?? '';
    if ((await linesOf(place)) !== undefined) return null;
    return plain.test(place) && (source.test(place) || (await isInFolder(place)))
      ? null
      : undefined;
  }

  /** Whether the repository has the first folder of the path: other words with a slash and a number
   * may be an image and its tag. */
  async function isInFolder(path: string): Promise<boolean> {
    const folder = path.slice(0, path.indexOf('/') + 1);
    if (folder === '') return false;
    files ??= tree.files(maxFiles);
    return (await files).some((each) => each.startsWith(folder));
  }

  async function code(span: string): Promise<string> {
    const inner = withoutEnd(span.replace(/^`+/, ''), '`').trim();
    const match = cited.exec(inner);
    if (!match) return span;
    const [, path = '', places = ''] = match;
    const target = await resolve(path, places);
    if (target === undefined) return span;
    if (target === null) return gap();
    return target === '' ? span : `[${span}](${target})`;
  }

  async function text(piece: string): Promise<string> {
    return replaceAsync(piece, citedInText, async (whole, [path = '', places = '']) => {
      const target = await resolve(path, places);
      if (target === undefined) return whole;
      if (target === null) return gap();
      return target === '' ? `\`${whole}\`` : `[\`${whole}\`](${target})`;
    });
  }

  function gap(): string {
    removed += 1;
    return hole;
  }

  /** Links first: what they are called may be a citation, which has its link then. */
  async function replaceLinks(line: string, setAside: (markup: string) => string): Promise<string> {
    return replaceAsync(line, link, async (whole, [label = '', target = '']) => {
      if (/^(?:[a-z][a-z0-9+.-]*:|#|\/\/)/i.test(target)) return setAside(whole);
      const [, path = '', anchor = ''] = /^([^#]*)(?:#(.*))?$/.exec(target) ?? [];
      const name = /^(?:\.\/)?([^/]+)\.(?:md|html)$/.exec(path)?.[1];
      if (name !== undefined && slugs.has(name)) return setAside(whole);
      const place = decode(path.replace(/^(?:\.?\/)/, ''));
      const range = (anchor.startsWith('L') ? rangesIn(anchor) : [])[0] ?? [null, null];
      if (await exists(place, [range])) {
        const url = host?.link(place, ...range);
        return url === undefined ? label : setAside(`[${label}](${url})`);
      }
      removed += 1;
      return label;
    });
  }

  const checked = await changeProse(markdown, async (line) => {
    if (!/[:#\]]/.test(line)) return line;
    const replacements: string[] = [];
    const setAside = (markup: string) => `${keep}${replacements.push(markup) - 1}${keep}`;
    const bare = await replaceLinks(line.replaceAll(keep, '').replaceAll(hole, ''), setAside);
    const pieces = await Promise.all(
      piecesOf(bare).map((piece) => (piece.kind === 'code' ? code(piece.text) : text(piece.text))),
    );
    return closeGaps(pieces.join('')).replace(
      new RegExp(`${keep}(\\d+)${keep}`, 'g'),
      (_, at: string) => replacements[Number(at)] ?? '',
    );
  });
  return { markdown: checked, citations: [...citations.values()], removed };
}

/** In `3`, `3-5`, `3:7`, of which 7 is a column, and `3,9`. None: it says something else. */
function rangesIn(places: string): Range[] {
  const ranges: Range[] = [];
  for (const place of places.split(/, ?/)) {
    const [, first, last] = /^L?(\d+)(?:-L?(\d+))?(?::\d+)?$/.exec(place) ?? [];
    if (first === undefined) return [];
    ranges.push([Number(first), last === undefined ? null : Number(last)]);
  }
  return ranges;
}

// From the area that no text uses.
const keep = '\uE000';
const hole = '\uE001';

/** Takes what was around a removed citation with it: brackets with nothing in them, commas. */
function closeGaps(line: string): string {
  if (!line.includes(hole)) return line;
  return line
    .replace(/\uE001(?:(?:,| and| or|;)\s*\uE001)+/g, hole)
    .replace(/(?:,|;| and| or)\s*\uE001(?=\s*[)\]])/g, '')
    .replace(/([([])\uE001(?:,|;| and| or)\s*/g, '$1')
    .replace(/\s?[([](?:(?:see|cf\.|in|at)\s+|\s*)\uE001\s*[)\]]/gi, '')
    .replace(/ ?\uE001(?=[\s.,;:!?)]|$)/g, '')
    .replaceAll(hole, '');
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

async function replaceAsync(
  text: string,
  pattern: RegExp,
  replace: (whole: string, groups: (string | undefined)[]) => Promise<string>,
): Promise<string> {
  const parts: string[] = [];
  let at = 0;
  for (const match of text.matchAll(pattern)) {
    parts.push(text.slice(at, match.index), await replace(match[0], match.slice(1)));
    at = match.index + match[0].length;
  }
  return parts.join('') + text.slice(at);
}
