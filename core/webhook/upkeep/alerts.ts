import { count as countText } from '#core/text/count.ts';
import { oneLine } from '#core/text/one-line.ts';
import { queryOf } from '#core/logs/reading/query-of.ts';
import { Failure, isWritten } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { alertMarks } from './alert-marks.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { findConfiguration, maskFor } from '../configuration/read-configuration.ts';
import { deliveries, type DeliveryRow } from '../deliveries/tables.ts';

type Needs = Pick<
  Platform,
  'blobs' | 'clock' | 'environment' | 'fetch' | 'home' | 'log' | 'logs' | 'mail' | 'records'
>;

const minute = 60_000;
/** One message in this time. */
const quietMilliseconds = 10 * minute;
/** A delivery fails at most so long after it was received: its retries take hours. */
const longestRun = 24 * 60 * minute;
const maxRead = 1_000;
const maxNamed = 20;
/** Entries are written some seconds after their time. */
const settleMilliseconds = minute;

/**
 * Tells the operator which deliveries failed, and which entries match the queries, since the last time:
 * each in one message per 10 minutes. A message that cannot be sent is tried again the next time, and
 * holds up no other; a crash after sending repeats it.
 */
export async function tellAlerts(needs: Needs): Promise<void> {
  const configuration = await findConfiguration(needs);
  const alerts = configuration?.alerts;
  if (!alerts) return;
  const now = needs.clock.now();
  const settled = new Date(now.getTime() - settleMilliseconds);
  const tasks = [
    tell(needs, alerts, 'deliveries', now, async (since, until) => {
      const failed = await failedBetween(needs, since, until);
      if (failed.length === 0) return undefined;
      return messageOf(failed, since, configuration, await maskFor(needs));
    }),
    ...(alerts.queries ?? []).map((line) =>
      tell(needs, alerts, `query ${line}`, settled, (since, until) =>
        matchMessage(needs, line, { since, until }, configuration),
      ),
    ),
  ];
  const results = await Promise.allSettled(tasks);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

async function tell(
  needs: Needs,
  alerts: NonNullable<Configuration['alerts']>,
  id: string,
  end: Date,
  messageFor: (since: string, until: string) => Promise<Message | undefined>,
): Promise<void> {
  const { records } = needs;
  const until = end.toISOString();
  const mark = await records.get(alertMarks, { id });
  if (!mark) return void (await isWritten(records.insert(alertMarks, { id, told_until: until })));
  // A later mark is of a clock that was ahead.
  const isAhead = mark.told_until > until;
  const since = isAhead
    ? new Date(end.getTime() - quietMilliseconds).toISOString()
    : mark.told_until;
  if (Date.parse(until) - Date.parse(since) < quietMilliseconds) return;
  const message = await messageFor(since, until);
  if (message) await send(needs, alerts, message);
  const expected = { version: mark.version };
  await isWritten(records.update(alertMarks, { id }, { told_until: until }, expected));
}

type Message = Readonly<Record<'title' | 'text', string>> & { readonly count: number };

/** The entries that match a line of the log's search, with the newest ones. */
async function matchMessage(
  { logs }: Needs,
  line: string,
  { since, until }: Readonly<Record<'since' | 'until', string>>,
  { webhookUrl }: Configuration,
) {
  // Both ends of a search count: what is exactly at the end of the last time was told.
  const start = new Date(Date.parse(since) + 1).toISOString();
  const query = queryOf({ q: line, start_time: start, end_time: until }, new Date(until));
  const { entries, total } = await logs.search(query, { limit: maxNamed });
  if (total === 0) return undefined;
  const search = new URLSearchParams({ q: line, start_time: start, end_time: until }).toString();
  const path = `/logs?${search}`;
  const url = webhookUrl === undefined ? path : new URL(path, webhookUrl).href;
  const lines = entries.map(({ timestamp, level, repository, message }) =>
    [timestamp, level, repository ?? '', oneLine(message, 300)].join(' '),
  );
  const title = `${countText(total, 'entry matches', 'entries match')} ${line}`;
  return { title, text: [title, url, '', ...lines].join('\n'), count: total, since, url };
}

async function failedBetween({ records }: Needs, since: string, until: string) {
  const { rows } = await records.list(deliveries, {
    index: 'by_state',
    where: { state: 'failed' },
    order: 'descending',
    limit: maxRead,
    from: new Date(Date.parse(since) - longestRun).toISOString(),
  });
  return rows.filter(
    ({ completed_at, retry_at }) =>
      retry_at === null && completed_at !== null && completed_at > since && completed_at <= until,
  );
}

function messageOf(
  failed: readonly DeliveryRow[],
  since: string,
  { webhookUrl }: Configuration,
  mask: (text: string) => string,
) {
  const count = failed.length;
  const summaries = failed.slice(0, maxNamed).map((row) => {
    const path = `/logs/deliveries/${encodeURIComponent(row.id)}`;
    return {
      id: row.id,
      repository: row.repository,
      event: row.event,
      pr_number: row.pr_number,
      error: mask(row.error ?? ''),
      url: webhookUrl === undefined ? path : new URL(path, webhookUrl).href,
    };
  });
  const lines = summaries.map(({ repository, event, pr_number, error, url }) => {
    const subject = pr_number === null ? repository : `${repository}#${pr_number}`;
    return `${subject} ${event}: ${error}\n  ${url}`;
  });
  const more = count > summaries.length ? [`and ${count - summaries.length} more`] : [];
  const title = `${countText(count, 'delivery', 'deliveries')} failed since ${since}`;
  return {
    title,
    text: [title, '', ...lines, ...more].join('\n'),
    count,
    since,
    deliveries: summaries,
  };
}

async function send(
  { fetch, mail }: Needs,
  { url, mail: to }: NonNullable<Configuration['alerts']>,
  message: Message,
): Promise<void> {
  const { title: subject, ...data } = message;
  if (to !== undefined) await mail.send({ to, subject, text: message.text });
  if (url === undefined) return;
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(data),
    trusted: true,
    retries: 2,
  });
  if (reply.status < 400) return;
  throw new Failure('upstream', 'alert_refused', `The alert's URL answered ${reply.status}`);
}
