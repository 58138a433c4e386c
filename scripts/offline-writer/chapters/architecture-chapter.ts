import type { Chapter, Facts } from './chapter.ts';
import { cleanInline } from '../text/clean-markdown.ts';
import { dependencyTables } from '../facts/dependencies.ts';
import type { ModuleApi } from '../code/declaration.ts';
import { folderPurpose, folderTree } from '../facts/folders.ts';
import { readImports, type Import } from '../code/imports.ts';
import { at, blocks, code, count, fence, firstSentence, plain, table } from '../text/markdown.ts';
import { folderOf, languageOf } from '../repository.ts';

export function architectureChapter(facts: Facts, modules: readonly ModuleApi[]): Chapter[] {
  const { repository, manifests } = facts;
  if (repository.paths.length < 2) return [];
  return [
    {
      group: 'Development',
      slug: 'architecture',
      title: 'Architecture',
      description: 'Folders and their purpose, entry points, who imports whom, dependencies',
      write: () => {
        const goModule = manifests.find(({ kind }) => kind === 'go')?.name ?? '';
        const imports = readImports(repository, goModule);
        const folders = folderTree(repository);
        const rows = folders.flatMap(({ path }) => {
          const purpose = folderPurpose(repository, modules, path);
          return purpose ? [[code(`${path}/`), purpose.text, at(purpose.path, purpose.line)]] : [];
        });
        return blocks(
          '## Folders',
          fence(drawTree(folders)),
          rows.length > 0 && table(['Folder', 'Purpose', 'Said at'], rows),
          entryPoints(facts),
          mostUsed(imports, modules),
          between(imports),
          dependencyTables(facts, imports),
        );
      },
    },
  ];
}

function drawTree(folders: ReturnType<typeof folderTree>): string {
  return folders
    .map(({ path, files }) => {
      const depth = path.split('/').length - 1;
      const name = path.slice(path.lastIndexOf('/') + 1);
      return `${'  '.repeat(depth)}${name}/`.padEnd(36) + count(files, 'file').padStart(10);
    })
    .join('\n');
}

function entryPoints({ repository, manifests }: Facts): string {
  const rows = manifests
    .filter(({ path, name }) => name !== '' || !path.includes('/'))
    .flatMap(({ path, entryPoints, programs }) => [
      ...entryPoints.map(({ name, value, line }) => [
        `import (${plain(name)})`,
        code(value),
        at(path, line),
      ]),
      ...programs.map(({ name, value, line }) => [
        `program ${code(name)}`,
        code(value),
        at(path, line),
      ]),
    ]);
  for (const path of repository.sources()) {
    const isMain =
      /(?:^|\/)(?:__main__|main|cli|server|app)\.(?:py|[cm]?[jt]s)$|(?:^|\/)main\.go$/.test(path);
    if (isMain && rows.length < 30) rows.push(['by its name', code(path), at(path, 1)]);
  }
  if (rows.length === 0) return '';
  return blocks('## Entry points', table(['Kind', 'Starts in', 'Said at'], rows.slice(0, 30)));
}

/** The folders that most others import come first. */
function mostUsed(imports: readonly Import[], modules: readonly ModuleApi[]): string {
  const users = new Map<string, Set<string>>();
  for (const { from, file } of imports) {
    if (file === undefined || file === from) continue;
    const key = languageOf(file) === 'Go' ? folderOf(file) || '.' : file;
    users.set(key, (users.get(key) ?? new Set()).add(from));
  }
  const top = [...users].filter(([, from]) => from.size > 1);
  top.sort((a, b) => b[1].size - a[1].size || (a[0] < b[0] ? -1 : 1));
  if (top.length === 0) return '';
  const rows = top.slice(0, 15).map(([file, from]) => {
    const module = modules.find(({ path }) => path === file);
    const about = cleanInline(firstSentence(module?.about ?? ''));
    const offers = (module?.declarations ?? [])
      .slice(0, 4)
      .map(({ name }) => code(name))
      .join(', ');
    return [code(file), String(from.size), about || offers];
  });
  return blocks('## Most used modules', table(['Module', 'Imported by', 'What it is'], rows));
}

function between(imports: readonly Import[]): string {
  const counts = new Map<string, number>();
  const top = (path: string) => folderOf(path).split('/').slice(0, 2).join('/') || '(root)';
  for (const { from, file } of imports) {
    if (file === undefined || top(from) === top(file)) continue;
    const key = `${top(from)}\n${top(file)}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const rows = [...counts]
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, 25)
    .map(([key, number]) => [...key.split('\n').map((folder) => code(folder)), String(number)]);
  if (rows.length === 0) return '';
  return blocks('## Who imports whom', table(['Folder', 'Imports from', 'Imports'], rows));
}
