import { Failure } from '#core/platform/failure.ts';
import type { WebhookSummary } from '#core/platform/ports/logs.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { html } from '#core/web/html.ts';
import { page } from '#core/web/page.ts';
import { table } from '#core/web/parts/table.ts';
import { visibleText } from '../text/visible-text.ts';
import { type LogsFrame, logsNavigation } from './logs-site.ts';
import { deliveryUrl } from './page-query.ts';
import { durationText, eventText, stateBadge } from './states.ts';

const maxShown = 200;

export interface PullContent {
  readonly number: number;
  /** Newest first. */
  readonly summaries: readonly WebhookSummary[];
}

export async function readPullPage(
  { logs }: Pick<Platform, 'logs'>,
  number: number,
): Promise<PullContent> {
  const summaries = await logs.summaries({ pr_number: number }, maxShown);
  if (summaries.length > 0) return { number, summaries };
  throw new Failure('missing', 'no_flow', `No data found for pull request ${number}`);
}

/** What happened for a pull request: its deliveries. */
export function pullPage({ assets, time, number, summaries }: LogsFrame & PullContent): string {
  const title = summaries.find(({ pr }) => pr?.title)?.pr?.title;
  return page({
    title: `Pull request ${number}`,
    description: `Deliveries about pull request ${number}, and their outcome.`,
    assets,
    service: 'Webhooks',
    navigation: logsNavigation(),
    heading: `Pull request #${number}`,
    ...(title && { lead: visibleText(title) }),
    body: html`<p><a class="button" href="/logs?pr_number=${number}">Its entries in the log</a></p>
      <section class="section" aria-labelledby="deliveries-title">
        <h2 id="deliveries-title">Deliveries</h2>
        ${table({
          caption: 'Deliveries of the pull request, newest first',
          rows: summaries,
          id: ({ hook_id, timing }) => `${hook_id} ${timing.started_at}`,
          empty: html``,
          columns: [
            {
              label: 'Event',
              kind: 'heading',
              cell: ({ hook_id, event_type, action }) =>
                html`<a href="${deliveryUrl(hook_id)}"
                  >${visibleText(eventText(event_type, action))}</a
                >`,
            },
            {
              label: 'Repository',
              cell: (each) => visibleText(each.repository_full_name ?? each.repository ?? ''),
            },
            { label: 'State', cell: ({ status }) => stateBadge(status) },
            { label: 'Started', sort: 'text', cell: ({ timing }) => time(timing.started_at) },
            {
              label: 'Duration',
              kind: 'number',
              sort: 'number',
              value: ({ timing }) => timing.duration_ms,
              cell: ({ timing }) => durationText(timing.duration_ms),
            },
            { label: 'Error', cell: ({ error }) => error !== null && visibleText(error) },
          ],
        })}
      </section>`,
  });
}
