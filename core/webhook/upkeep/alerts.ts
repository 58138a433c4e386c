import { count as countText } from '#core/text/count.ts';
import * as z from 'zod/mini';
import { Failure, isWritten } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { table } from '#core/platform/table.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { findConfiguration, maskFor } from '../configuration/read-configuration.ts';
import { deliveries, type DeliveryRow } from '../deliveries/tables.ts';

/** Up to when failed deliveries were told. */
export const alertMarks = table({
  name: 'webhook_alerts',
  version: 1,
  columns: z.object({ id: z.string(), told_until: z.string() }),
  key: ['id'],
});

type Needs = Pick<
  Platform,
  'blobs' | 'clock' | 'environment' | 'fetch' | 'home' | 'log' | 'mail' | 'records'
>;

const id = 'deliveries';
const minute = 60_000;
/** One message in this time. */
const quietMilliseconds = 10 * minute;
/** A delivery fails at most so long after it was received: its retries take hours. */
const longestRun = 24 * 60 * minute;
const maxRead = 1_000;
const maxNamed = 20;

/**
 * Tells the operator which deliveries failed since the last time, in one message per 10 minutes. A
 * message that cannot be sent is tried again the next time; a crash after sending repeats it.
 */
export async function tellFailures(needs: Needs): Promise<void> {
  const { clock, records } = needs;
  const configuration = await findConfiguration(needs);
  const alerts = configuration?.alerts;
  if (!alerts) return;
  const now = clock.now().toISOString();
  const mark = await records.get(alertMarks, { id });
  if (!mark) return void (await isWritten(records.insert(alertMarks, { id, told_until: now })));
  const since = mark.told_until;
  if (Date.parse(now) - Date.parse(since) < quietMilliseconds) return;
  const failed = await failedBetween(needs, since, now);
  if (failed.length > 0) {
    const message = messageOf(failed, since, configuration, await maskFor(needs));
    await send(needs, alerts, message);
  }
  const expected = { version: mark.version };
  await isWritten(records.update(alertMarks, { id }, { told_until: now }, expected));
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
  message: ReturnType<typeof messageOf>,
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
