import type { Dirent } from 'node:fs';

const maxFiles = 20_000;
const maxDepth = 20;
const never = new Set([
  '.git',
  '.hg',
  '.svn',
  'node_modules',
  'bower_components',
  'vendor',
  'third_party',
  '.venv',
  'venv',
  '__pycache__',
  '.tox',
  '.nox',
  '.mypy_cache',
  '.pytest_cache',
  '.ruff_cache',
  'coverage',
  '.nyc_output',
  '.next',
  '.nuxt',
  '.cache',
  '.turbo',
  '.sst',
  '.idea',
  '.vscode',
  '.gradle',
  '.terraform',
  '.eggs',
  'site-packages',
]);
/** Output folders, but only if the repository has a build. */
const built = new Set(['dist', 'build', 'out', 'target']);
const manifest =
  /^(?:package\.json|pyproject\.toml|setup\.py|Cargo\.toml|pom\.xml|build\.gradle.*)$/;
const binary =
  /\.(?:png|jpe?g|gif|webp|ico|svg|pdf|zip|t?gz|bz2|xz|7z|jar|war|class|so|dylib|dll|exe|o|a|wasm|woff2?|ttf|eot|otf|mp[34]|mov|webm|ogg|pyc|db|sqlite3?|bin|dat|parquet|onnx|map|snap|lock)$|(?:^|\/)(?:package-lock\.json|pnpm-lock\.yaml|go\.sum)$/i;

/** Paths of the text files in the working folder. Symbolic links are not followed, and simple
 * patterns of the root's .gitignore are left out. */
export function walkRepository(
  list: (folder: string) => Dirent[],
  read: (path: string) => string | undefined,
): string[] {
  const ignored = readIgnored(read('.gitignore') ?? '');
  const paths: string[] = [];
  const pending: { folder: string; depth: number }[] = [{ folder: '', depth: 0 }];
  for (let next = pending.shift(); next && paths.length < maxFiles; next = pending.shift()) {
    const { folder, depth } = next;
    const entries = listSafely(folder);
    const isBuilt = entries.some((entry) => manifest.test(entry.name));
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (ignored(path, entry.name)) continue;
      if (entry.isDirectory()) {
        const isLeftOut = never.has(entry.name) || (isBuilt && built.has(entry.name));
        if (!isLeftOut && depth < maxDepth) pending.push({ folder: path, depth: depth + 1 });
      } else if (entry.isFile() && !binary.test(path)) paths.push(path);
    }
  }
  return paths.slice(0, maxFiles);

  function listSafely(folder: string): Dirent[] {
    try {
      return list(folder === '' ? '.' : folder);
    } catch {
      return [];
    }
  }
}

/** Patterns without wildcards, and `*.ending`: enough to skip data and build folders. */
function readIgnored(text: string): (path: string, name: string) => boolean {
  const rooted = new Set<string>();
  const names = new Set<string>();
  const endings = new Set<string>();
  for (const raw of text.split('\n')) {
    const line = raw.trim().replace(/\/$/, '');
    if (line === '' || /^[#!]/.test(line)) continue;
    if (/^\*\.[\w.]+$/.test(line)) endings.add(line.slice(1));
    else if (/[*?[\]\\]/.test(line)) continue;
    else if (line.includes('/')) rooted.add(line.replace(/^\//, ''));
    else names.add(line);
  }
  return (path, name) =>
    rooted.has(path) || names.has(name) || [...endings].some((ending) => name.endsWith(ending));
}
