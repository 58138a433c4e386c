import { usersSections, type RefusedUser, type UserView } from '#core/identity/pages/users.ts';
import { html, type Html } from '#core/web/html.ts';
import { page } from '#core/web/page.ts';
import { emptyState } from '#core/web/parts/feedback.ts';
import { table } from '#core/web/parts/table.ts';
import type { TokenUsage } from '../../schema/views.ts';
import { userRemoval } from '../../access/admin-action.ts';
import { navigation, type PageFrame } from '../analysis-site.ts';
import { withQuery } from '../urls.ts';

export type UsageGroup = 'model' | 'provider' | 'day' | 'job';

export interface AdminView extends PageFrame {
  readonly users: readonly UserView[];
  readonly usage: TokenUsage;
  readonly group: UsageGroup;
  readonly refused?: RefusedUser;
}

const roles = [
  { value: 'user', label: 'User: writes under a proven name' },
  { value: 'admin', label: 'Administrator' },
];

export function adminPage(view: AdminView): string {
  const { assets, user, caller } = view;
  return page({
    title: 'Admin',
    assets,
    navigation: navigation(caller, 'admin'),
    user,
    heading: 'Admin',
    lead: 'Who has an API key, with which role, and what the models have used.',
    body: html`${usersSections({ ...view, roles, removal: userRemoval, changesRoles: true })}
    ${usageSection(view)}`,
  });
}

const groups: Readonly<Record<UsageGroup, string>> = {
  model: 'Model',
  provider: 'Provider',
  day: 'Day',
  job: 'Analysis',
};

function usageSection({ usage, group }: AdminView): Html {
  const { calls, input_tokens, output_tokens, cost_usd } = usage.totals;
  return html`<section class="section" id="usage" aria-labelledby="usage-title">
    <div class="section-heading">
      <div>
        <h2 id="usage-title">Token usage</h2>
        <p>
          ${number(calls)} calls, ${number(input_tokens + output_tokens)} tokens, ${money(cost_usd)}
          as far as the providers say it.
        </p>
        <p class="standings">
          ${(Object.keys(groups) as UsageGroup[]).map(
            (each) =>
              html`<a
                href="${`${withQuery('/admin', { group: each })}#usage`}"
                ${each === group && html`aria-current="true"`}
                >By ${groups[each].toLowerCase()}</a
              >`,
          )}
        </p>
      </div>
    </div>
    ${table({
      caption: `Token usage by ${groups[group].toLowerCase()}`,
      rows: usage.breakdown,
      id: (row) => row.group,
      empty: emptyState('No calls yet', html`<p>Calls of models appear here.</p>`),
      columns: [
        { label: groups[group], kind: 'heading', sort: 'text', cell: (row) => row.group },
        { label: 'Calls', kind: 'number', sort: 'number', cell: (row) => row.calls },
        {
          label: 'Input tokens',
          kind: 'number',
          sort: 'number',
          value: (row) => row.input_tokens,
          cell: (row) => number(row.input_tokens),
        },
        {
          label: 'Output tokens',
          kind: 'number',
          sort: 'number',
          value: (row) => row.output_tokens,
          cell: (row) => number(row.output_tokens),
        },
        {
          label: 'Cost',
          kind: 'number',
          sort: 'number',
          value: (row) => row.cost_usd,
          cell: (row) => money(row.cost_usd),
        },
      ],
    })}
  </section>`;
}

function number(value: number): string {
  return value.toLocaleString('en');
}

function money(value: number): string {
  return `$${value.toFixed(value > 0 && value < 1 ? 3 : 2)}`;
}
