import { html } from '#core/web/html.ts';
import { table } from '#core/web/parts/table.ts';
import { pagesIn, type Plan } from '../../plan.ts';
import type { PageAnswers } from '../../projects/page-answers.ts';

/** What readers say, for those who maintain the project: the pages that need work first. */
export function answersRow(answers: readonly PageAnswers[], plan: Plan | undefined) {
  const titles = new Map((plan ? pagesIn(plan) : []).map(({ slug, title }) => [slug, title]));
  const sum = (kind: 'yes' | 'no') => answers.reduce((all, each) => all + each[kind], 0);
  return {
    key: 'answers',
    summary: `Was it useful? ${sum('yes').toLocaleString('en')} yes, ${sum('no').toLocaleString('en')} no`,
    body: table({
      caption: 'Reader feedback by page',
      rows: answers,
      id: ({ slug }) => slug,
      empty: html``,
      columns: [
        { label: 'Page', kind: 'heading', cell: ({ slug }) => titles.get(slug) ?? slug },
        { label: 'Useful', cell: ({ yes }) => yes.toLocaleString('en') },
        { label: 'Not useful', cell: ({ no }) => no.toLocaleString('en') },
      ],
    }),
  };
}
