import { html, type Html } from '#core/web/html.ts';
import { badge } from '#core/web/parts/feedback.ts';
import { count } from '#core/text/count.ts';
import type { Usage } from '../generate/asking/usage.ts';
import type { ProjectView } from './views.ts';

const stages: Readonly<Record<string, string>> = {
  queued: 'Waiting for its turn',
  cloning: 'Getting the repository',
  planning: 'Planning the pages',
  generating_pages: 'Writing pages',
  rendering: 'Rendering the site',
  up_to_date: 'Checking for changes',
};

export function stageText(stage: string): string {
  return stages[stage] ?? 'Working';
}

export function statusBadge(status: ProjectView['status'], errorPages = 0): Html {
  if (status === 'generating') return badge('info', 'Generating');
  if (status === 'error') return badge('bad', 'Failed');
  return errorPages > 0 ? badge('warn', 'Ready with gaps') : badge('good', 'Ready');
}

/** Where the address of a repository may go on in the next line. */
export function withBreaks(repository: string): Html {
  return html`${repository.split('/').map((part, at) => html`${at > 0 && html`/<wbr />`}${part}`)}`;
}

export function shortCommit(commit: string): Html {
  return html`<code title="${commit}">${commit.slice(0, 7)}</code>`;
}

/** What a generation has used, as far as the provider says; undefined when it says nothing. */
export function usageText({ input_tokens, output_tokens, cost_usd: cost }: Usage) {
  const tokens = (input_tokens ?? 0) + (output_tokens ?? 0);
  const parts = [
    ...(tokens === 0 ? [] : [count(tokens, 'token')]),
    ...(cost === null ? [] : [`$${cost.toFixed(cost < 1 ? 3 : 2)}`]),
  ];
  return parts.length > 0 ? parts.join(', ') : undefined;
}
