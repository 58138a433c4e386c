import { Failure } from '#core/platform/failure.ts';
import type { WebhookSummary } from '#core/platform/ports/logs.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { html } from '#core/web/html.ts';
import { page } from '#core/web/page.ts';
import { laterVerdicts, type Verdict, verdictOf } from '../reading/pull-verdicts.ts';
import { summariesOfPull } from '../reading/summaries-of-pull.ts';
import { visibleText } from '../text/visible-text.ts';
import { type LogsFrame, logsNavigation } from './logs-site.ts';
import { pullUrl } from './page-query.ts';
import { isClose, missingNotice, pullTimeline } from './pull-timeline.ts';

const maxShown = 200;

export interface PullContent {
  readonly number: number;
  /** Those of the deliveries; the reader chooses one of several. */
  readonly repositories: readonly string[];
  /** Newest first. */
  readonly summaries: readonly WebhookSummary[];
  /** From evaluations after their deliveries, newest first. */
  readonly verdicts: readonly Verdict[];
}

export async function readPullPage(
  needs: Pick<Platform, 'logs'>,
  number: number,
  repository?: string,
): Promise<PullContent> {
  const { summaries, repositories } = await summariesOfPull(needs, number, repository);
  if (summaries.length > 0) {
    const [name = '', ...others] = repositories;
    const verdicts = others.length > 0 ? [] : await laterVerdicts(needs, number, name);
    return { number, repositories, summaries: summaries.slice(0, maxShown), verdicts };
  }
  throw new Failure('missing', 'no_flow', `No data found for pull request ${number}`);
}

function newestOf({ summaries, verdicts }: PullContent): Verdict | undefined {
  const own = summaries.flatMap((summary) => verdictOf(summary) ?? []);
  return [...verdicts, ...own].reduce<Verdict | undefined>(
    (newest, one) => (newest && newest.time >= one.time ? newest : one),
    undefined,
  );
}

/** The event that closed it, unless it was opened again. */
function closeOf(summaries: readonly WebhookSummary[]): WebhookSummary | undefined {
  const isTurn = (one: WebhookSummary) => isClose(one) || one.action === 'reopened';
  const newest = summaries.find(isTurn);
  return newest && isClose(newest) ? newest : undefined;
}

/** What happened for a pull request: what is missing, and its events in their order. */
export function pullPage(view: LogsFrame & PullContent): string {
  const { assets, time, number, repositories, summaries, verdicts } = view;
  if (repositories.length > 1) return choicePage(view);
  const [repository = ''] = repositories;
  const name = visibleText(`${repository}#${number}`);
  const title = summaries.find(({ pr }) => pr?.title)?.pr?.title;
  const close = closeOf(summaries);
  const query = new URLSearchParams({ pr_number: String(number), repository }).toString();
  return page({
    title: `Pull request ${name}`,
    description: `What ${name} still needs, and what happened so far.`,
    assets,
    navigation: logsNavigation(),
    heading: `Pull request ${name}`,
    ...(title && { lead: visibleText(title) }),
    body: html`<p><a class="button" href="/logs?${query}">Show its log entries</a></p>
      <section class="section" aria-labelledby="missing-title">
        <h2 id="missing-title">${close ? 'State' : 'What it still needs'}</h2>
        ${missingNotice(newestOf(view), close, time)}
      </section>
      <section class="section" aria-labelledby="timeline-title">
        <h2 id="timeline-title">Timeline</h2>
        ${pullTimeline(summaries, verdicts, time)}
      </section>`,
  });
}

function choicePage({ assets, number, repositories }: LogsFrame & PullContent): string {
  return page({
    title: `Pull request ${number}`,
    description: `Repositories with a pull request ${number}.`,
    assets,
    navigation: logsNavigation(),
    heading: `Pull request #${number}`,
    lead: 'Several repositories have a pull request with this number. Choose one.',
    body: html`<ul>
      ${repositories.map(
        (name) =>
          html`<li><a href="${pullUrl(number, name)}">${visibleText(`${name}#${number}`)}</a></li>`,
      )}
    </ul>`,
  });
}
