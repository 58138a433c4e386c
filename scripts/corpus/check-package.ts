import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readFile } from 'node:fs/promises';
import { pagesIn } from '#core/docs/plan.ts';
import { readFace } from '#core/docs/site/face/read-face.ts';
import { shownVersion } from '#core/docs/site/face/release.ts';
import { renderMarkdown } from '#core/text/markdown/markdown.ts';
import { answerAll } from '../offline-writer/answer.ts';
import { folderView } from '../offline-writer/repository/folder-view.ts';
import type { PackageFacts } from './packages.ts';

/** A fact, and whether the site has it right. */
export type Checked = readonly [fact: string, isRight: boolean];

export async function checkPackage(facts: PackageFacts, tree: string): Promise<Checked[]> {
  const project = facts.name;
  const { plan, pages } = answerAll(folderView(tree), project);
  const entries = [...pagesIn(plan)];
  const files = readdirSync(tree, { recursive: true, encoding: 'utf8' }).sort();
  const read = (path: string) => readFile(join(tree, path)).catch(() => undefined);
  const face = await readFace({ read }, files, project);
  const titles = entries.map(({ title }) => title);
  const headings = new Set(
    [...pages].flatMap(([, text]) => text.match(/(?<=^#{1,4} ).*$/gm) ?? []),
  );
  const places = facts.guides.map((title) => titles.indexOf(title));
  const isOrdered = places.every((at, index) => at > (places[index - 1] ?? -1));
  return [
    ['name', plan.project_name === facts.name],
    ['description', facts.description.test(plan.tagline)],
    ['version', shownVersion(face, facts.tags ?? [], project) === facts.shownVersion],
    ['install command', face.install === facts.install],
    ...facts.api.map((name): Checked => [`API: ${name}`, headings.has(name)]),
    ...facts.guides.map((title): Checked => [`guide: ${title}`, titles.includes(title)]),
    ['guides in order', isOrdered],
    ['no title twice', new Set(titles).size === titles.length],
    ['no markup outside code', ![...pages].some(([, text]) => hasMarkup(text))],
    [
      'no markup in descriptions',
      !entries.some(({ description }) => /<\w|<!--|^#/.test(description)),
    ],
    ['no bad link', badLinks(pages).length === 0],
  ];
}

function prose(markdown: string): string {
  return markdown
    .replace(/^(\s*(?:> ?)?)(`{3,}|~{3,})[^]*?^\s*(?:> ?)?\2\s*$/gm, '')
    .replace(/(`+)[^`][^]*?\1/g, '');
}

function hasMarkup(markdown: string): boolean {
  return /(?<!\\)<(?:!--|\/?(?:img|p|div|a|h[1-6]|br|table|t[dr]|picture|center)\b)/i.test(
    prose(markdown),
  );
}

function badLinks(pages: ReadonlyMap<string, string>): string[] {
  const ids = new Map(
    [...pages].map(([slug, text]) => [
      slug,
      new Set(renderMarkdown(text).headings.map(({ id }) => id)),
    ]),
  );
  return [...pages].flatMap(([slug, text]) => {
    const targets = [...prose(text).matchAll(/\]\(((?:[\w-]+\.md)?(?:#[^)\s]*)?)\)/g)];
    return targets.flatMap(([, target = '']) => {
      const [file = '', anchor] = target.split('#');
      const own = ids.get(file === '' ? slug : file.replace(/\.md$/, ''));
      return own && (anchor === undefined || own.has(decodeURIComponent(anchor))) ? [] : [target];
    });
  });
}
