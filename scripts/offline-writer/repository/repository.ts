/** The repository as the offline writer sees it. Paths use `/`; binary files are absent. */
export interface RepositoryView {
  /** Name of the folder; used if no manifest has a name. */
  readonly name: string;
  list(): readonly string[];
  read(path: string): string | undefined;
}

export interface Repository {
  readonly name: string;
  /** Sorted, so that every run gives the same result. */
  readonly paths: readonly string[];
  has(path: string): boolean;
  /** Absent or binary: empty. */
  text(path: string): string;
  /** Why a part of a file is missing in its text. */
  limitOf(path: string): string | undefined;
  /** Sources of the API that are not read whole, and why. The readers of the languages fill it. */
  readonly unread: Map<string, string>;
  lines(path: string): readonly string[];
  /** Source files of supported languages, without tests, examples and generated files. */
  sources(): readonly string[];
}

export type Language =
  'TypeScript' | 'JavaScript' | 'Python' | 'Go' | 'Rust' | 'Java' | 'C' | 'C++';

const languages: Readonly<Record<string, Language>> = {
  ts: 'TypeScript',
  tsx: 'TypeScript',
  mts: 'TypeScript',
  cts: 'TypeScript',
  js: 'JavaScript',
  jsx: 'JavaScript',
  mjs: 'JavaScript',
  cjs: 'JavaScript',
  py: 'Python',
  go: 'Go',
  rs: 'Rust',
  java: 'Java',
  h: 'C',
  c: 'C',
  hpp: 'C++',
  hh: 'C++',
  hxx: 'C++',
};

export function openRepository(view: RepositoryView): Repository {
  const paths = [...view.list()].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const all = new Set(paths);
  const texts = new Map<string, Text>();
  const split = new Map<string, readonly string[]>();
  let sources: readonly string[] | undefined;

  const repository: Repository = {
    name: view.name,
    paths,
    has: (path) => all.has(path),
    text: (path) => textOf(path).text,
    limitOf: (path) => textOf(path).limit,
    unread: new Map(),
    lines(path) {
      let lines = split.get(path);
      if (!lines) split.set(path, (lines = repository.text(path).split('\n')));
      return lines;
    },
    sources() {
      sources ??= paths.filter(
        (path) =>
          languageOf(path) &&
          !isTest(path) &&
          !isAside(path) &&
          !isCompiled(path) &&
          !isGenerated(repository.text(path)),
      );
      return sources;
    },
  };
  return repository;

  function textOf(path: string): Text {
    const text = texts.get(path) ?? bounded(path, all.has(path) ? view.read(path) : undefined);
    texts.set(path, text);
    return text;
  }

  /** A published package contains its sources and the files built from them. */
  function isCompiled(path: string) {
    const stem = /^(.*?)(?:\.d)?\.[cm]?[jt]s$/.exec(path)?.[1];
    if (stem === undefined || path.startsWith('src/')) return false;
    const own = `${stem}.ts`;
    const bare = stem.replace(/^(?:lib|dist|cjs|esm)\//, '');
    return (own !== path && all.has(own)) || all.has(`src/${bare}.ts`) || all.has(`src/${stem}.ts`);
  }
}

/** Longer lines are cut, which keeps regular expressions fast. Line numbers stay the same. */
const maxLine = 3_000;
const maxLines = 30_000;

interface Text {
  readonly text: string;
  readonly limit?: string;
}

function bounded(path: string, source: string | undefined): Text {
  if (source === undefined) return { text: '', limit: 'too large, or no text' };
  // A file in Git LFS: three lines that say where its text is.
  if (source.startsWith('version https://git-lfs.github.com/spec/')) {
    return { text: '', limit: 'kept in Git LFS' };
  }
  const split = (source.includes('\r') ? source.replaceAll('\r\n', '\n') : source).split('\n');
  const all = /\.(?:mdx?|markdown|rst|txt)$/i.test(path) ? split.flatMap(wrapped) : split;
  const lines = all.slice(0, maxLines);
  const isLong = lines.some((line) => line.length > maxLine);
  const text = isLong
    ? lines.map((line) => (line.length > maxLine ? shorten(line) : line)).join('\n')
    : lines.join('\n');
  if (isLong)
    return { text, limit: `lines above ${maxLine.toLocaleString('en')} characters are cut` };
  if (all.length <= maxLines) return { text };
  return { text, limit: `only the first ${maxLines.toLocaleString('en')} lines` };
}

/** A paragraph in one line as several. */
function wrapped(line: string): string[] {
  const lines: string[] = [];
  let rest = line;
  while (rest.length > maxLine && /^\s{0,3}[\p{L}"*_[(]/u.test(rest)) {
    const end = [/[.!?] (?=\p{L})/gu, / (?=\p{L})/gu]
      .map((gap) => [...rest.slice(0, maxLine).matchAll(gap)].at(-1))
      .find((match) => match !== undefined);
    if (!end) break;
    const at = end.index + end[0].length;
    lines.push(rest.slice(0, at).trimEnd());
    rest = rest.slice(at);
  }
  return [...lines, rest];
}

function shorten(line: string): string {
  return `${line.slice(0, maxLine).trimEnd().slice(0, 1_000)} …`;
}

export function languageOf(path: string): Language | undefined {
  return languages[path.slice(path.lastIndexOf('.') + 1)];
}

export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

export function fileOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function isTest(path: string): boolean {
  return (
    /(?:^|\/)(?:tests?|__tests__|spec|specs|e2e|testdata|fixtures|__mocks__|__fixtures__)\//.test(
      path,
    ) ||
    /[._-](?:test|spec|bench)\.[a-z]+$/.test(path) ||
    /(?:^|\/)(?:test_[^/]*\.py|conftest\.py|[^/]*_test\.(?:py|go))$/.test(path)
  );
}

/** Files of the repository that are not part of the product. */
function isAside(path: string): boolean {
  return (
    /(?:^|\/)_?(?:examples?|samples?|demos?|playgrounds?|bench(?:marks?)?|docs|website)\//.test(
      path,
    ) ||
    // Go leaves out such folders.
    /(?:^|\/)[_.][^/]*\/[^/]*\.go$/.test(path) ||
    // A Go package in `doc/` is a package.
    /(?:^|\/)doc\/(?!.*\.go$)/.test(path) ||
    /\.(?:config|conf)\.[cm]?[jt]s$/.test(path) ||
    /\.stories\.[a-z]+$|\.min\.js$|(?:^|\/)setup\.py$|(?:^|\/)\./.test(path)
  );
}

function isGenerated(text: string): boolean {
  const start = text.slice(0, 600);
  return (
    /\bDO NOT EDIT\b|@generated\b|^(?:\/\/|\/?\*|#)[^\n]*\bgenerated by\b/im.test(start) ||
    isMinified(text)
  );
}

function isMinified(text: string): boolean {
  return text.length > 20_000 && text.length / text.split('\n').length > 400;
}
