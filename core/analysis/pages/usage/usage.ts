import { dayMilliseconds } from '#core/platform/ports/clock.ts';
import { providerIds } from '#core/ai/provider-ids.ts';
import { providerTitle } from '#core/ai/providers.ts';
import { html, type Html } from '#core/web/html.ts';
import { emptyState } from '#core/web/parts/feedback.ts';
import { choice, field } from '#core/web/parts/form.ts';
import { table } from '#core/web/parts/table.ts';
import { count } from '#core/text/count.ts';
import { dollars } from '#core/text/dollars.ts';
import type { TokenUsage } from '../../base/schema/views.ts';
import type { PageFrame } from '../analysis-site.ts';
import { sitePage } from '../site-page.ts';
import { barChart } from '#core/web/parts/bar-chart.ts';
import { jobUrl } from '../urls.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { readTokenUsage } from '../../results/token-usage.ts';

export const usageGroups = { day: 'Day', job: 'Analysis', model: 'Model', provider: 'Provider' };
export type UsageGroup = keyof typeof usageGroups;

export interface UsageView extends PageFrame {
  readonly query: {
    readonly start_date: string;
    readonly end_date: string;
    readonly ai_provider?: string | undefined;
    readonly ai_model?: string | undefined;
    readonly group_by: UsageGroup;
  };
  readonly usage: TokenUsage;
  /** Each day of the time asked for, at most 92 of them. */
  readonly days: readonly { readonly day: string; readonly tokens: number }[];
}

type Row = TokenUsage['breakdown'][number];

export function usagePage(view: UsageView): string {
  const { usage, query } = view;
  const { calls, input_tokens, output_tokens, cost_usd } = usage.totals;
  const tokens = input_tokens + output_tokens;
  const tokensText = tokens ? count(tokens, 'token') : 'no tokens';
  const cost = cost_usd ? dollars(cost_usd) : 'no cost';
  return sitePage(view, {
    title: 'Token usage',
    current: 'admin',
    heading: 'Token usage',
    lead: `${count(calls, 'call')}, for which the providers reported ${tokensText} and ${cost}.`,
    body: html`${filters(view)} ${chart(view)}
      <section class="section" aria-labelledby="usage-title">
        <h2 class="visually-hidden" id="usage-title">
          By ${usageGroups[query.group_by].toLowerCase()}
        </h2>
        ${breakdown(view)}
      </section>`,
  });
}

function filters({ query }: UsageView): Html {
  const { start_date, end_date, ai_provider, ai_model, group_by } = query;
  return html`<form class="card form" method="get" action="/usage" role="search">
    <div class="columns">
      ${field('usage', { name: 'start_date', label: 'From (UTC)', type: 'date', value: start_date })}
      ${field('usage', { name: 'end_date', label: 'To (UTC)', type: 'date', value: end_date })}
      ${choice('usage', {
        name: 'ai_provider',
        label: 'Provider',
        value: ai_provider ?? '',
        options: [
          { value: '', label: 'All' },
          ...providerIds.map((value) => ({ value, label: providerTitle(value) })),
        ],
      })}
      ${field('usage', {
        name: 'ai_model',
        label: 'Model',
        literal: true,
        placeholder: 'All',
        value: ai_model ?? '',
      })}
      ${choice('usage', {
        name: 'group_by',
        label: 'By',
        value: group_by,
        options: Object.entries(usageGroups).map(([value, label]) => ({ value, label })),
      })}
    </div>
    <button class="button primary">Show</button>
  </form>`;
}

function chart({ days }: UsageView): Html | false {
  const sum = days.reduce((all, { tokens }) => all + tokens, 0);
  if (sum === 0) return false;
  const bars = days.map(({ day, tokens }) => ({
    day,
    title: `${day}: ${count(tokens, 'token')}`,
    parts: [{ look: 'part-tokens', value: tokens }],
  }));
  return html`<section class="card section-gap" aria-labelledby="days-title">
    <h2 id="days-title">Tokens by day</h2>
    ${barChart(bars, `${count(sum, 'token')} by day.`)}
  </section>`;
}

function breakdown({ usage, query: { group_by } }: UsageView): Html {
  const label = usageGroups[group_by];
  const numbers = { kind: 'number', sort: 'number' } as const;
  return table({
    caption: `Token usage by ${label.toLowerCase()}`,
    rows: usage.breakdown,
    id: ({ group }) => group,
    empty: emptyState('No calls in this period', html`<p>Choose other dates, or all models.</p>`),
    columns: [
      {
        label,
        kind: 'heading',
        sort: 'text',
        cell: ({ group }) =>
          group_by === 'job' ? html`<a href="${jobUrl(group)}">${group}</a>` : providerTitle(group),
      },
      { label: 'Calls', ...numbers, cell: ({ calls }) => calls },
      amount('Input tokens', ({ input_tokens }) => input_tokens),
      amount('Output tokens', ({ output_tokens }) => output_tokens),
      amount('Cost', ({ cost_usd }) => cost_usd, dollars),
    ],
  });
}

const plain = (value: number) => value.toLocaleString('en');

/** Every call takes tokens, so 0 means that the providers reported none. */
function amount(label: string, value: (row: Row) => number, shown = plain) {
  const cell = (row: Row) => (value(row) ? shown(value(row)) : '–');
  return { label, kind: 'number', sort: 'number', value, cell } as const;
}

type Asked = Readonly<Partial<Record<keyof UsageView['query'], string | undefined>>>;

const usualDays = 30;
const maxBars = 92;

/** What the address has wrong counts as absent: the last 30 days, by day. */
export async function showUsage(
  needs: Pick<Platform, 'records' | 'clock'>,
  frame: PageFrame,
  params: Asked,
): Promise<string> {
  const end_date = dateOf(params.end_date) ?? dayOf(needs.clock.now().getTime());
  const end = Date.parse(end_date);
  const start_date = dateOf(params.start_date) ?? dayOf(end - (usualDays - 1) * dayMilliseconds);
  const { ai_provider, ai_model } = params;
  const query = {
    start_date,
    end_date,
    group_by: groupOf(params.group_by),
    ...(ai_provider && { ai_provider }),
    ...(ai_model && { ai_model: ai_model.trim() }),
  };
  const [usage, byDay] = await Promise.all([
    readTokenUsage(needs, query),
    readTokenUsage(needs, { ...query, group_by: 'day' }),
  ]);
  const tokens = new Map(
    byDay.breakdown.map((row) => [row.group, row.input_tokens + row.output_tokens]),
  );
  const first = Math.max(Date.parse(start_date), end - (maxBars - 1) * dayMilliseconds);
  const days = [];
  for (let at = first; at <= end; at += dayMilliseconds) {
    days.push({ day: dayOf(at), tokens: tokens.get(dayOf(at)) ?? 0 });
  }
  return usagePage({ ...frame, query, usage, days });
}

function groupOf(text: string | undefined): UsageGroup {
  return text !== undefined && Object.hasOwn(usageGroups, text) ? (text as UsageGroup) : 'day';
}

function dateOf(text: string | undefined): string | undefined {
  const isDate = /^\d{4}-\d\d-\d\d$/.test(text ?? '') && !Number.isNaN(Date.parse(text ?? ''));
  return isDate ? text : undefined;
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
