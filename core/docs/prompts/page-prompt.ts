import { taskLine } from '../../ai/task.ts';
import { usedFilesLabel } from '../evidence/used-files.ts';
import { pagesIn } from '../writing/check-plan.ts';
import type { Plan, PlanPage } from '../writing/plan.ts';
import { dataRule, quote } from './quote.ts';

export interface PageQuestion {
  readonly project: string;
  readonly plan: Plan;
  readonly page: PlanPage;
  /** The repository's files, as far as they fit. */
  readonly outline: string;
}

export function pagePrompt({ project, plan, page, outline }: PageQuestion): string {
  const { slug, title, description } = page;
  const pages = pagesIn(plan).map((each) => ({ slug: each.slug, title: each.title }));
  const others = plan.navigation.map(({ group, pages: inGroup }) => {
    const lines = inGroup.map((each) => `- ${each.slug}.md: ${each.title}. ${each.description}`);
    return `${group}\n${lines.join('\n')}`;
  });
  return `${taskLine({ kind: 'page', project, slug, title, description, pages })}
You write one page of the documentation of the software in the repository: the page
${JSON.stringify(title)} (${slug}.md). Read the files that it is about before you write; what you say
must be true of this repository.

${dataRule}
Answer with the page in GitHub-flavoured markdown and nothing else.
- Begin with the line "# ${title}". Sections are ## and ###.
- Write for somebody who wants to get something done: what it is for, then how, with examples that
  work. Short sentences; no praise, no filler, no summary at the end.
- Give every code block its language. Tables where things are compared or listed with details.
- Hints as block quotes that begin with **Note**, **Tip**, **Important**, **Warning** or **Danger**.
- No HTML, no images, no front matter.
- Link to other pages of this documentation as [text](slug.md), only to those listed below, where
  they say more.
- Back important statements with places in the repository, as \`path/to/file.ext:line\` in
  backticks, only where you have looked the line up.
- End, after the page, with a line "${usedFilesLabel}" and below it, one per line as "- path", every
  file of the repository that you used. It is taken off before publishing.

What the page is about: ${JSON.stringify(description)}

${quote(`All pages of the documentation of ${JSON.stringify(plan.project_name)}`, others.join('\n\n'))}
${quote('Files of the repository', outline)}`;
}
