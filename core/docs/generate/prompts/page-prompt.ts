import { asIs, quote } from '#core/text/quote.ts';
import { taskLine } from '#core/ai/task.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { fill } from '#core/text/template.ts';
import { usedFilesLabel } from '#core/docs/evidence/used-files.ts';
import { pagesIn } from '#core/docs/plan.ts';
import type { Plan, PlanPage } from '#core/docs/plan.ts';
import type { Generation } from '#core/docs/tables.ts';
import { dataRule } from './data-rule.ts';
import { quoteTags } from './quote-tags.ts';

export interface PageQuestion {
  readonly project: string;
  readonly plan: Plan;
  readonly page: PlanPage;
  /** The repository's files, as far as they fit. */
  readonly outline: string;
  readonly tags: Generation['tags'];
}

export async function pagePrompt(
  { templates }: Pick<Platform, 'templates'>,
  { project, plan, page, outline, tags }: PageQuestion,
): Promise<string> {
  const { slug, title, description } = page;
  const pages = pagesIn(plan).map((each) => ({ slug: each.slug, title: each.title }));
  const others = plan.navigation.map(({ group, pages: inGroup }) => {
    const lines = inGroup.map((each) => `- ${each.slug}.md: ${each.title}. ${each.description}`);
    return `${group}\n${lines.join('\n')}`;
  });
  const all = `All pages of the documentation of ${JSON.stringify(plan.project_name)}`;
  const view = {
    ...{ dataRule, slug, heading: title, usedFiles: usedFilesLabel },
    ...{ title: JSON.stringify(title), description: JSON.stringify(description) },
    pages: quote(all, others.join('\n\n')),
    files: `${tags.length > 0 ? `${quoteTags(tags)}\n` : ''}${quote('Files of the repository', outline)}`,
  };
  const template = await templates.read('docs/generate/prompts/page-prompt');
  const task = taskLine({ kind: 'page', project, slug, title, description, pages });
  return `${task}${fill(template, view, asIs)}`;
}
