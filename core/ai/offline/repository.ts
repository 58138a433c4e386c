/** What the offline writer may see of a repository. Paths use `/`; binary files read as absent. */
export interface RepositoryView {
  /** Of the folder; used only when nothing inside names the project. */
  readonly name: string;
  list(): readonly string[];
  read(path: string): string | undefined;
}

export interface Repository {
  readonly name: string;
  /** Sorted, so that every run finds the same things in the same order. */
  readonly paths: readonly string[];
  has(path: string): boolean;
  /** Absent or binary: empty. */
  text(path: string): string;
  lines(path: string): readonly string[];
  /** Source files of a language that we read, without tests, examples and generated ones. */
  sources(): readonly string[];
  tests(): readonly string[];
}

export type Language = 'TypeScript' | 'JavaScript' | 'Python' | 'Go';

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
};

export function openRepository(view: RepositoryView): Repository {
  const paths = [...view.list()].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const all = new Set(paths);
  const texts = new Map<string, string>();
  const split = new Map<string, readonly string[]>();
  let sources: readonly string[] | undefined;

  const repository: Repository = {
    name: view.name,
    paths,
    has: (path) => all.has(path),
    text(path) {
      let text = texts.get(path);
      if (text === undefined) {
        text = (all.has(path) ? view.read(path) : undefined) ?? '';
        texts.set(path, text.includes('\r') ? (text = text.replaceAll('\r\n', '\n')) : text);
      }
      return text;
    },
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
    tests: () => paths.filter((path) => languageOf(path) && isTest(path)),
  };
  return repository;

  /** A published package carries its sources and what was made of them. */
  function isCompiled(path: string) {
    const stem = /^(.*?)(?:\.d)?\.[cm]?[jt]s$/.exec(path)?.[1];
    if (stem === undefined || path.startsWith('src/')) return false;
    const own = `${stem}.ts`;
    const bare = stem.replace(/^(?:lib|dist|cjs|esm)\//, '');
    return (own !== path && all.has(own)) || all.has(`src/${bare}.ts`) || all.has(`src/${stem}.ts`);
  }
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

export function isTest(path: string): boolean {
  return (
    /(?:^|\/)(?:tests?|__tests__|spec|specs|e2e|testdata|fixtures|__mocks__|__fixtures__)\//.test(
      path,
    ) ||
    /[._-](?:test|spec|bench)\.[a-z]+$/.test(path) ||
    /(?:^|\/)(?:test_[^/]*\.py|conftest\.py|[^/]*_test\.(?:py|go))$/.test(path)
  );
}

/** Not what the project is, though it stands in the repository. */
function isAside(path: string): boolean {
  return (
    /(?:^|\/)(?:examples?|samples?|demos?|bench(?:marks?)?|docs?|website)\//.test(path) ||
    /\.(?:config|conf)\.[cm]?[jt]s$/.test(path) ||
    /\.stories\.[a-z]+$|\.min\.js$|(?:^|\/)setup\.py$|(?:^|\/)\./.test(path)
  );
}

function isGenerated(text: string): boolean {
  const start = text.slice(0, 600);
  return /\bDO NOT EDIT\b|@generated\b|^\/\/ Code generated/m.test(start) || isMinified(text);
}

function isMinified(text: string): boolean {
  return text.length > 20_000 && text.length / (text.split('\n', 2_000).length || 1) > 400;
}
