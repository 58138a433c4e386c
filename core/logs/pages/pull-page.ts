import { Failure } from '#core/platform/failure.ts';
import type { WebhookSummary } from '#core/platform/ports/logs.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { html } from '#core/web/html.ts';
import { page } from '#core/web/page.ts';
import { table } from '#core/web/parts/table.ts';
import { summariesOfPull } from '../reading/summaries-of-pull.ts';
import { visibleText } from '../text/visible-text.ts';
import { type LogsFrame, logsNavigation } from './logs-site.ts';
import { deliveryUrl, pullUrl } from './page-query.ts';
import { durationText, eventText, stateBadge } from './states.ts';

const maxShown = 200;

export interface PullContent {
  readonly number: number;
  /** Those of the deliveries; the reader chooses one of several. */
  readonly repositories: readonly string[];
  /** Newest first. */
  readonly summaries: readonly WebhookSummary[];
}

export async function readPullPage(
  needs: Pick<Platform, 'logs'>,
  number: number,
  repository?: string,
): Promise<PullContent> {
  const { summaries, repositories } = await summariesOfPull(needs, number, repository);
  if (summaries.length > 0) {
    return { number, repositories, summaries: summaries.slice(0, maxShown) };
  }
  throw new Failure('missing', 'no_flow', `No data found for pull request ${number}`);
}

/** What happened for a pull request: its deliveries. */
export function pullPage(view: LogsFrame & PullContent): string {
  const { assets, time, number, repositories, summaries } = view;
  if (repositories.length > 1) return choicePage(view);
  const [repository = ''] = repositories;
  const name = visibleText(`${repository}#${number}`);
  const title = summaries.find(({ pr }) => pr?.title)?.pr?.title;
  const query = new URLSearchParams({ pr_number: String(number), repository }).toString();
  return page({
    title: `Pull request ${name}`,
    description: `Deliveries about ${name}, and their outcome.`,
    assets,
    navigation: logsNavigation(),
    heading: `Pull request ${name}`,
    ...(title && { lead: visibleText(title) }),
    body: html`<p><a class="button" href="/logs?${query}">Show its log entries</a></p>
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

function choicePage({ assets, number, repositories }: LogsFrame & PullContent): string {
  return page({
    title: `Pull request ${number}`,
    description: `Repositories that have a pull request ${number}.`,
    assets,
    navigation: logsNavigation(),
    heading: `Pull request #${number}`,
    lead: 'Several repositories have a pull request of this number. Choose one.',
    body: html`<ul>
      ${repositories.map(
        (name) =>
          html`<li><a href="${pullUrl(number, name)}">${visibleText(`${name}#${number}`)}</a></li>`,
      )}
    </ul>`,
  });
}
