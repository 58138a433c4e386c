import { readTask, type PageTask } from '#core/ai/task.ts';
import type { Chapter, Links } from './chapters/chapter.ts';
import { findChapters, gatherFacts } from './chapters/chapters.ts';
import { explain } from './explain.ts';
import { blocks, maskSecrets, plain } from './text/markdown.ts';
import { openRepository, type RepositoryView } from './repository.ts';

/** Answers a prompt of ours from the files alone. Undefined: the task needs a model. */
export function answerOffline(prompt: string, view: RepositoryView): string | undefined {
  if (prompt.trim() === 'Reply with OK') return 'OK';
  const task = readTask(prompt);
  if (!task || task.kind === 'review' || task.kind === 'issue') return undefined;
  if (task.kind === 'explain') return maskSecrets(JSON.stringify(explain(task), null, 2));
  const facts = gatherFacts(openRepository(view), task.project);
  const chapters = findChapters(facts);
  if (task.kind === 'page') return maskSecrets(writePage(task, chapters));
  const navigation: { group: string; pages: object[] }[] = [];
  for (const { group, slug, title, description } of chapters) {
    const last = navigation.find((each) => each.group === group);
    const pages = last?.pages ?? [];
    if (!last) navigation.push({ group, pages });
    pages.push({ slug, title, description });
  }
  const plan = { project_name: facts.projectName, tagline: facts.tagline, navigation };
  return maskSecrets(JSON.stringify(plan, null, 2));
}

function writePage(task: PageTask, chapters: readonly Chapter[]): string {
  const chapter = chapters.find(({ slug }) => slug === task.slug) ?? nearest(task, chapters);
  const body = chapter?.write(linksOf(task, chapters)) ?? '';
  return `${blocks(`# ${plain(task.title)}`, body || 'Nothing about this was found in the repository.')}\n`;
}

/** A model's plan has its own slugs: the chapter with the most common words is used. */
function nearest(task: PageTask, chapters: readonly Chapter[]): Chapter | undefined {
  const wanted = wordsOf(`${task.slug} ${task.title}`);
  const described = wordsOf(task.description);
  let best: Chapter | undefined;
  let most = 0;
  for (const chapter of chapters) {
    const names = [...wordsOf(`${chapter.slug} ${chapter.title}`)];
    const shared = names.filter((word) => wanted.has(word)).length;
    const score = 3 * shared + names.filter((word) => described.has(word)).length;
    if (score > most) [best, most] = [chapter, score];
  }
  return best;
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[a-z]{4,}/g) ?? []);
}

function linksOf(task: PageTask, chapters: readonly Chapter[]): Links {
  const titles = new Map(task.pages.map(({ slug, title }) => [slug, title]));
  const links: Links = {
    has: (slug) => titles.has(slug) && slug !== task.slug,
    to(slug, title = titles.get(slug) ?? slug) {
      return links.has(slug) ? `[${plain(title)}](${slug}.md)` : plain(title);
    },
    pageOf(target) {
      const path = target
        .replace(/^\.?\//, '')
        .replace(/[?#].*$/, '')
        .toLowerCase();
      const slug = /^(?:\.github\/)?contributing\.md$|^licen[cs]e|^changelog/.test(path)
        ? 'contributing'
        : chapters.find(({ slug }) => slug.startsWith('guide-') && isGuide(slug, path))?.slug;
      return slug !== undefined && links.has(slug) ? `${slug}.md` : undefined;
    },
  };
  return links;
}

function isGuide(slug: string, path: string): boolean {
  const stem = /^(?:docs?|documentation|guides?|wiki)\/(.+)\.(?:md|markdown|mdx)$/.exec(path)?.[1];
  return stem !== undefined && slug === `guide-${stem.replace(/[^a-z0-9]+/g, '-')}`;
}
