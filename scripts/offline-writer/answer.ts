import { usedFilesLabel } from '#core/docs/evidence/used-files.ts';
import { readTask, type PageTask } from '#core/ai/task.ts';
import { maskTokens } from '#core/text/mask.ts';
import type { Chapter, Links } from './chapters/chapter.ts';
import { chaptersFor, findChapters, gatherFacts } from './chapters/chapters.ts';
import { explain } from '../offline-analyst/explain.ts';
import { resolve } from './guides/find-guides.ts';
import { blocks, bullets, plain } from './text/markdown.ts';
import { folderOf, openRepository, type RepositoryView } from './repository/repository.ts';

/** Answers a prompt of ours from the files alone. Undefined: the task needs a model. */
export function answerOffline(prompt: string, view: RepositoryView): string | undefined {
  if (prompt.trim() === 'Reply with OK') return 'OK';
  const task = readTask(prompt);
  if (!task || task.kind === 'review' || task.kind === 'issue') return undefined;
  if (task.kind === 'explain') return maskTokens(JSON.stringify(explain(task), null, 2));
  const facts = gatherFacts(openRepository(view), task.project);
  if (task.kind === 'page') return maskTokens(writePage(task, chaptersFor(task.slug, facts)));
  const navigation: { group: string; pages: object[] }[] = [];
  for (const { group, slug, title, description } of findChapters(facts)) {
    const last = navigation.find((each) => each.group === group);
    const pages = last?.pages ?? [];
    if (!last) navigation.push({ group, pages });
    pages.push({ slug, title, description });
  }
  const plan = { project_name: facts.projectName, tagline: facts.tagline, navigation };
  return maskTokens(JSON.stringify(plan, null, 2));
}

function writePage(task: PageTask, chapters: readonly Chapter[]): string {
  const chapter = chapters.find(({ slug }) => slug === task.slug);
  const body = chapter?.write(linksOf(task, chapters)) ?? '';
  const uses = chapter?.uses ?? [];
  return `${blocks(`# ${plain(task.title)}`, body || 'Nothing about this was found in the repository.', uses.length > 0 && blocks(usedFilesLabel, bullets(uses)))}\n`;
}

function linksOf(task: PageTask, chapters: readonly Chapter[]): Links {
  const slugs = new Set(task.pages.map(({ slug }) => slug));
  const bySource = new Map<string, string>();
  for (const { source, slug } of chapters) {
    if (source === undefined || !slugs.has(slug)) continue;
    const stem = source.replace(/\.[a-z]+$/i, '').toLowerCase();
    const folder = stem.replace(/\/(?:_?index|readme)$/, '');
    for (const name of [source.toLowerCase(), stem, folder]) bySource.set(name, slug);
  }
  return {
    has: (slug) => slugs.has(slug) && slug !== task.slug,
    pageOf(target, from) {
      const path = resolve(folderOf(from), target).toLowerCase();
      const slug = bySource.get(path) ?? bySource.get(path.replace(/\.(?:html|mdx?|rst)$/, ''));
      const anchor = /#[\p{L}\p{N}_-]+$/u.exec(target)?.[0] ?? '';
      return slug === undefined ? undefined : slug === task.slug ? anchor : `${slug}.md${anchor}`;
    },
  };
}
