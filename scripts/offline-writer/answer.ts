import { usedFilesLabel } from '#core/docs/evidence/used-files.ts';
import { readTask, type PageTask, type Task } from '#core/ai/task.ts';
import { maskTokens } from '#core/text/mask.ts';
import type { Plan } from '#core/docs/plan.ts';
import type { Chapter, Facts, Links } from './chapters/chapter.ts';
import { chaptersFor, findChapters, gatherFacts } from './chapters/chapters.ts';
import { explain } from '../offline-analyst/explain.ts';
import { resolve } from './guides/find-guides.ts';
import { blocks, bullets, plain } from './text/markdown.ts';
import { folderOf, openRepository, type RepositoryView } from './repository/repository.ts';

const modelTasks = ['review', 'issue', 'question'] as const;
type ModelTask = Extract<Task, { kind: (typeof modelTasks)[number] }>;

function isForModels(task: Task): task is ModelTask {
  return (modelTasks as readonly string[]).includes(task.kind);
}

/** Answers a prompt of ours from the files alone. Undefined: the task needs a model. */
export function answerOffline(prompt: string, view: RepositoryView): string | undefined {
  if (prompt.trim() === 'Reply with OK') return 'OK';
  const task = readTask(prompt);
  if (!task || isForModels(task)) return undefined;
  if (task.kind === 'explain') return maskTokens(JSON.stringify(explain(task), null, 2));
  const facts = gatherFacts(openRepository(view), task.project);
  if (task.kind === 'page') return maskTokens(writePage(task, chaptersFor(task.slug, facts)));
  return maskTokens(JSON.stringify(makePlan(facts, findChapters(facts)), null, 2));
}

/** The plan and all pages at once, by slug. */
export function answerAll(view: RepositoryView, project: string) {
  const facts = gatherFacts(openRepository(view), project);
  const chapters = findChapters(facts);
  const plan = makePlan(facts, chapters);
  const entries = chapters.map(({ slug, title, description }) => ({ slug, title, description }));
  const pages = chapters.map((chapter) => {
    const { slug, title, description } = chapter;
    const task = { kind: 'page' as const, project, slug, title, description, pages: entries };
    return [chapter.slug, maskTokens(writePage(task, chapters))] as const;
  });
  return { plan, pages: new Map(pages) };
}

function makePlan(facts: Facts, chapters: readonly Chapter[]): Plan {
  const navigation: Plan['navigation'] = [];
  for (const { group, slug, title, description } of chapters) {
    const last = navigation.find((each) => each.group === group);
    const pages = last?.pages ?? [];
    if (!last) navigation.push({ group, pages });
    pages.push({ slug, title, description });
  }
  return { project_name: facts.projectName, tagline: facts.tagline, navigation };
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
