import { splitFrontMatter } from '../facts/document.ts';
import { fileOf, folderOf, type Repository } from '../repository/repository.ts';
import { slugify } from '../text/markdown.ts';
import { linksIn, menuOrder } from './menu-order.ts';

/** A text of the repository for its users. */
export interface Guide {
  readonly path: string;
  readonly slug: string;
}

const maxGuides = 200;
const text = /\.(?:mdx?|markdown|rst)$/i;
const place =
  /^(?:(?:site|website|www)\/(?:content|docs)(?:\/docs)?|content\/docs|docs\/src\/content\/docs|docs\/(?:docs|source|src|content|en)|docs?|documentation|guides?|wiki)\//i;
/** Translations, earlier versions and what generators keep beside the text. */
const aside =
  /(?:^|\/)(?:[_.][^/]*|versioned_docs|i18n|blog|adrs?|rfcs?|archived?|templates?|tests?|examples?|node_modules|(?:zh|ja|ko|fr|de|es|ru|pt|it|tr|uk|vi|pl|fa|ar)(?:[-_][a-z]+)?)\//i;
const forProject =
  /^(?:[^/]*\/)?(?:readme|contributing|changelog|changes|history|news|code[-_]of[-_]conduct|conduct|security|licen[cs]e|authors|maintainers|governance|support|adopters|projects?[-_]using.*|sponsors|backers|404|summary|_sidebar|_navbar|_coverpage)\.[a-z]+$/i;

/** The page of a documentation folder that lists the others. */
export function isIndex(path: string): boolean {
  const root = place.exec(path)?.[0];
  return (
    root !== undefined && /^(?:_?index|readme|home|sidebar)\.[a-z]+$/i.test(path.slice(root.length))
  );
}

/** In the order of the menu that the repository has, else by weights, numbers and names. */
export function findGuides(repository: Repository): Guide[] {
  const code = repository.paths.filter((path) => /\.go$|__init__\.py$/.test(path));
  const withCode = new Set(code.map(folderOf));
  const paths = repository.paths.filter((path) => {
    const root = place.exec(path)?.[0];
    return root !== undefined && text.test(path) && !withCode.has(root.slice(0, -1));
  });
  const readme = repository.paths.find((path) => /^readme\.(?:mdx?|markdown|rst)$/i.test(path));
  const linked = readme === undefined ? [] : reachable(repository, readme);
  const files = [...new Set([...paths, ...linked])].filter(
    (path) =>
      !aside.test(path) &&
      !isIndex(path) &&
      (!forProject.test(path.replace(place, '')) || isOwnReadme(path)) &&
      !isHidden(splitFrontMatter(repository.lines(path)).fields),
  );
  const sorted = byWeight(
    repository,
    files.filter((path) => paths.includes(path)),
  );
  const rest = files.filter((path) => !paths.includes(path));
  const ordered = menuOrder(repository, [...rest, ...sorted]).slice(0, maxGuides);
  return ordered.map((path) => ({ path, slug: slugOf(path) }));

  function isOwnReadme(path: string) {
    return /^readme\./i.test(fileOf(path)) && linked.includes(path) && path.includes('/');
  }
}

/** A draft, or the start page of a site: the overview is that here. */
function isHidden({ draft, slug }: Record<string, unknown>): boolean {
  return draft === true || slug === '/';
}

function slugOf(path: string): string {
  const stem = path.replace(place, '').replace(/\.[a-z]+$/i, '');
  const numbered = stem.replace(/(^|\/)\d+[-_. ]+(?=\D)/g, '$1');
  return slugify(numbered.replace(/\/(?:_?index|readme)$/i, ''));
}

/** Texts that the README links to, and those that they link to. */
function reachable(repository: Repository, readme: string): string[] {
  const paths = new Set([readme]);
  for (const path of paths) {
    if (paths.size > maxGuides) break;
    for (const target of linksIn(repository.text(path))) {
      const file = resolve(folderOf(path), target);
      const isAside = forProject.test(file) && !file.includes('/');
      if (text.test(file) && repository.has(file) && !isAside) paths.add(file);
    }
  }
  paths.delete(readme);
  return [...paths];
}

export function resolve(folder: string, target: string): string {
  const parts = folder === '' || target.startsWith('/') ? [] : folder.split('/');
  for (const part of target.replace(/[?#].*$/, '').split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

/** Each folder of a path has a weight: that of its index, or the number before its name. */
function byWeight(repository: Repository, paths: readonly string[]): string[] {
  const weights = new Map<string, number>();
  for (const path of repository.paths) {
    if (!text.test(path) || !place.test(path)) continue;
    const { fields } = splitFrontMatter(repository.lines(path));
    const weight = ['weight', 'sidebar_position', 'nav_order', 'order', 'position']
      .map((name) => fields[name])
      .find((value) => typeof value === 'number');
    if (weight === undefined) continue;
    weights.set(/\/_?index\.[a-z]+$/i.test(path) ? folderOf(path) : path, weight);
  }
  const keyOf = (path: string) =>
    path.split('/').map((name, depth, parts) => {
      const number = /^(\d{1,4})[-_. ]/.exec(name)?.[1];
      const isFile = depth === parts.length - 1;
      const own = weights.get(parts.slice(0, depth + 1).join('/'));
      const isFirst = /^_?index\.[a-z]+$/i.test(name);
      const weight = isFirst ? -1 : (own ?? Number(number ?? 1e6));
      return { weight, name, isFile };
    });
  const keys = new Map(paths.map((path) => [path, keyOf(path)]));
  return [...paths].sort((a, b) => {
    const [left = [], right = []] = [keys.get(a), keys.get(b)];
    const at = left.findIndex(({ name }, depth) => name !== right[depth]?.name);
    const [x, y] = [left[at], right[at]];
    if (!x || !y) return 0;
    return x.weight - y.weight || Number(y.isFile) - Number(x.isFile) || (x.name < y.name ? -1 : 1);
  });
}
