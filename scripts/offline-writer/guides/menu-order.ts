import { fileOf, folderOf, type Repository } from '../repository/repository.ts';
import { isIndex, resolve } from './find-guides.ts';

const menus =
  /^(?:mkdocs\.ya?ml|_toc\.yml|sidebars?\.[cm]?(?:json|js|ts)|docs\.json|mint\.json|_sidebar\.md|summary\.md|config\.[cm]?[jt]s)$/i;

/** The entries of one menu times the folders in which they are looked up are the work. */
const maxEntries = 2_000;
const maxRoots = 200;

/** Puts the paths that a menu names first, in its order. Menus are read as data, never run. */
export function menuOrder(repository: Repository, paths: readonly string[]): string[] {
  const byStem = new Map<string, string>();
  for (const path of paths) {
    const stem = path.replace(/\.[a-z]+$/i, '').toLowerCase();
    byStem.set(stem, path);
    byStem.set(stem.replace(/\/(?:_?index|readme)$/, ''), path);
  }
  const roots = [
    ...new Set(paths.map((path) => path.split('/').slice(0, -1)).flatMap(prefixes)),
  ].slice(0, maxRoots);
  const inFolder = new Map<string, string[]>();
  for (const path of paths) {
    for (const folder of prefixes(folderOf(path).toLowerCase().split('/'))) {
      const inside = inFolder.get(folder);
      if (inside) inside.push(path);
      else inFolder.set(folder, [path]);
    }
  }
  const sorted = [...paths].sort();
  const entries = new Set<string>();
  const files = repository.paths.filter(
    (path) => menus.test(fileOf(path)) && path.split('/').length < 4 && isForDocs(path),
  );
  for (const file of files) {
    for (const entry of bounded(entriesOf(repository, file))) add(folderOf(file), entry, true);
  }
  for (const path of repository.paths) if (isIndex(path)) follow(path, 0);
  return [...entries, ...paths.filter((path) => !entries.has(path))];

  function add(folder: string, entry: string, isLoose = false): string | undefined {
    const stem = entry.replace(/\.(?:mdx?|markdown|rst|html)$/i, '').toLowerCase();
    const places = isLoose ? [folder, ...roots] : [folder];
    const path = places
      .map((root) => byStem.get(resolve(root, stem.replace(/^\//, ''))))
      .find(Boolean);
    if (path !== undefined) entries.add(path);
    else if (isLoose && /^[\w/-]+$/.test(stem)) {
      const start = places.map((root) => resolve(root, stem)).find((each) => inFolder.has(each));
      for (const own of inFolder.get(start ?? '') ?? []) entries.add(own);
    }
    return path;
  }

  /** The toctree of Sphinx, with those of its pages. */
  function follow(path: string, depth: number) {
    if (depth > 8) return;
    for (const entry of bounded(toctrees(repository.lines(path)))) {
      const folder = entry.startsWith('/') ? (path.split('/')[0] as string) : folderOf(path);
      const { size } = entries;
      if (entry.includes('*')) {
        const start = resolve(folder, entry.slice(0, entry.indexOf('*')));
        for (const each of sorted) if (each.startsWith(start)) entries.add(each);
      } else {
        const next = add(folder, entry);
        if (next !== undefined && entries.size > size) follow(next, depth + 1);
      }
    }
  }
}

function bounded(entries: readonly string[]): string[] {
  return [...new Set(entries)].slice(0, maxEntries);
}

function prefixes(parts: readonly string[]): string[] {
  return parts.map((_, depth) => parts.slice(0, depth + 1).join('/'));
}

/** `config.ts` is a menu only in the folder of VitePress. */
function isForDocs(path: string): boolean {
  return !/^config\./.test(fileOf(path)) || path.includes('.vitepress/');
}

function entriesOf(repository: Repository, path: string): string[] {
  const text = repository.text(path);
  if (/\.md$/i.test(path)) return linksIn(text);
  if (/mkdocs\.ya?ml$/i.test(path)) {
    const nav = /^nav:[ \t]*\n((?:[ \t-].*\n?|\n)*)/m.exec(`${text}\n`)?.[1] ?? '';
    const entries = /[:-]\s+["']?([\w./][\w./ -]{0,200}\.(?:mdx?|markdown|rst))["']?\s*$/gm;
    return [...nav.matchAll(entries)].map((match) => match[1] as string);
  }
  if (/\.ya?ml$/i.test(path)) {
    return [...text.matchAll(/\bfile:\s*([^\s#]+)/g)].map((match) => match[1] as string);
  }
  const bare = text.replace(/^[ \t]*\/\/.*$/gm, '');
  return [...bare.matchAll(/["'`]([\w./-]{1,200})["'`](?!\s*:)/g)].map(
    (match) => match[1] as string,
  );
}

/** Relative targets of links, without anchors. */
export function linksIn(text: string): string[] {
  return [
    ...text.matchAll(
      /\]\(\s*<?([^()\s<>#?:]{1,300})(?:[#?][^()\s]*)?[^()]{0,200}\)|\]:\s*([^\s#?:]{1,300})|:doc:`(?:[^`<]{0,200}<)?([^`<>]{1,200})>?`|href="([^"#?:]{1,300})/g,
    ),
  ].flatMap(([, inline, entries, doc, href]) => inline ?? entries ?? doc ?? href ?? []);
}

/** The entries of all toctrees of a page. */
function toctrees(lines: readonly string[]): string[] {
  const entries: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const open = /^(\s*)(?:\.\.\s+toctree::|(`{3,}|:{3,})\{toctree\})/.exec(lines[at] as string);
    if (!open) continue;
    for (at++; at < lines.length; at++) {
      const line = lines[at] as string;
      const isEnd = open[2] ? line.trim().startsWith(open[2]) : /^\S/.test(line);
      if (isEnd) break;
      const entry = line.trim().replace(/^.*<([^<>]+)>$/, '$1');
      if (entry !== '' && !/^[:-]|^https?:|^self$/.test(entry)) entries.push(entry);
    }
  }
  return entries;
}
