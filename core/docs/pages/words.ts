import { html, type Html } from '#core/web/html.ts';
import { badge } from '#core/web/parts/feedback.ts';
import { count } from '#core/text/count.ts';
import { dollars } from '#core/text/dollars.ts';
import type { Usage } from '../generate/asking/usage.ts';
import type { Range } from '../generate/prompts/plan-prompt.ts';
import type { Estimate } from '../schema.ts';
import type { ProjectView } from './views.ts';

const stages: Readonly<Record<string, string>> = {
  queued: 'Waiting in the queue',
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

/** An estimate for people: what it is about, and the answer. */
export function estimateRows(estimate: Estimate): (readonly [label: string, text: string])[] {
  const { pages, calls, cost_usd, max_cost, usage_by, pages_by } = estimate;
  const isFree = calls.to === 0;
  const none = pages_by === 'commit' ? 'None: the site is up to date' : 'None';
  const tokens = [
    estimate.input_tokens && `${span(estimate.input_tokens)} in`,
    estimate.output_tokens && `${span(estimate.output_tokens)} out`,
  ].filter((each) => each !== null);
  return [
    ['Written by', estimate.writer],
    ['Pages', span(pages)],
    ['Model calls', isFree ? none : span(calls)],
    ['Tokens', isFree ? 'None' : tokens.join(', ') || 'Unknown'],
    ['Price', isFree ? 'Free' : cost_usd ? span(cost_usd, price) : 'Unknown'],
    ...(max_cost === null ? [] : [['Cost limit', dollars(max_cost)] as const]),
    ['Based on', isFree ? bases[pages_by] : `${bases[pages_by]}, ${usages[usage_by]}`],
  ];
}

const bases = {
  commit: 'The commit of the site',
  plan: 'The plan of the last generation; pages with unchanged files are reused',
  files: 'The number of files in the repository',
  rule: 'An average repository: this one could not be read',
} as const;

const usages = {
  offline: 'no model',
  measured: 'earlier usage of this model here',
  rule: 'a rule of thumb: this model has no usage here yet',
} as const;

/** Coarser than what was paid: it is a guess. */
function price(amount: number): string {
  return amount < 0.1 ? dollars(amount) : `$${amount.toFixed(2)}`;
}

function span({ from, to }: Range, text = (value: number) => value.toLocaleString('en')): string {
  return from === to ? text(to) : `${text(from)} to ${text(to)}`;
}

/** What a generation has used, as far as the provider says; undefined when it says nothing. */
export function usageText({ input_tokens, output_tokens, cost_usd: cost }: Usage) {
  const tokens = (input_tokens ?? 0) + (output_tokens ?? 0);
  const parts = [
    ...(tokens === 0 ? [] : [count(tokens, 'token')]),
    ...(cost === null ? [] : [dollars(cost)]),
  ];
  return parts.length > 0 ? parts.join(', ') : undefined;
}
