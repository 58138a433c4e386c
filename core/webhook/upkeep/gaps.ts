import * as z from 'zod/mini';
import { $ZodError } from 'zod/v4/core';
import { isFailure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { table } from '#core/platform/table.ts';
import type { Scm } from '#core/scm/client.ts';
import { type ConfigurationNeeds, findConfiguration } from '../configuration/read-configuration.ts';
import type { RepositorySettings } from '../configuration/repository-settings.ts';
import { factsOf } from '../deliveries/facts.ts';
import { sendDelivery } from '../deliveries/message.ts';
import { deliveries } from '../deliveries/tables.ts';
import { keptHeaders } from '../receiving/headers.ts';
import { namesIn } from '../receiving/names-in.ts';
import { eachRepository } from './each-repository.ts';
import { findOurHook, hooksPath } from './hooks.ts';

/** Up to when the code host's list of deliveries was compared with ours. */
export const gapCursors = table({
  name: 'webhook_gap_cursors',
  version: 1,
  columns: z.object({ repository: z.string(), looked_until: z.string() }),
  key: ['repository'],
});

type Needs = ConfigurationNeeds & Pick<Platform, 'fetch' | 'records' | 'queue'>;

/** A younger delivery may still be under way to us. */
const youngest = 60_000;
/** Deliveries show late in the list, and are processed after they were answered. */
const overlap = 10 * 60_000;
const maxPerRun = 200;

const detail = z.object({
  request: z.object({
    headers: z.record(z.string(), z.string()),
    payload: z.record(z.string(), z.unknown()),
  }),
});

/**
 * Takes in the deliveries that the code host sent while we could not be reached. They go the way of
 * every delivery, so that one which is in the queue already is processed once.
 */
export async function fillGaps(needs: Needs, signal?: AbortSignal): Promise<void> {
  const configuration = await findConfiguration(needs);
  const webhookUrl = configuration?.webhookUrl;
  if (!configuration?.fillsGaps || webhookUrl === undefined) return;
  await eachRepository(needs, configuration, { task: 'gap fill', signal }, (settings, scm) =>
    fill(needs, settings, scm, webhookUrl),
  );
}

async function fill(
  needs: Needs,
  { fullName: repository }: RepositorySettings,
  scm: Scm,
  url: string,
): Promise<void> {
  const { clock, records, log } = needs;
  const hook = await findOurHook(scm, repository, url);
  if (!hook) return;
  const path = `${hooksPath(repository)}/${hook.id}/deliveries`;
  const now = clock.now().getTime();
  const cursor = await records.get(gapCursors, { repository });
  // A later cursor is of a clock that was ahead.
  const first = Math.min(now - overlap, Date.parse(cursor?.looked_until ?? '') || 0);
  const from = new Date(first).toISOString();
  const to = new Date(now - youngest).toISOString();
  const missed = await missedDeliveries(needs, scm, path, { from, to });
  const [next] = missed.slice(maxPerRun);
  for (const entry of missed.slice(0, maxPerRun)) {
    try {
      await takeIn(needs, scm, { repository, path }, entry);
    } catch (error) {
      // Gone, or of another form than a delivery: the next run would not fare better.
      const isHopeless =
        isFailure(error, 'missing') || isFailure(error, 'invalid') || error instanceof $ZodError;
      if (!isHopeless) throw error;
      log('WARNING', 'a missed delivery cannot be taken in', { repository, id: entry.guid });
    }
  }
  const until = next ? Date.parse(next.delivered_at) : now - overlap;
  await records.put(gapCursors, { repository, looked_until: new Date(until).toISOString() });
  const count = Math.min(missed.length, maxPerRun);
  if (count > 0) log('INFO', 'missed deliveries were taken in', { repository, count });
}

async function takeIn(
  needs: Needs,
  scm: Scm,
  { repository, path }: { readonly repository: string; readonly path: string },
  entry: SentDelivery,
): Promise<void> {
  const reply = await scm.call(`${path}/${entry.id}`);
  const { headers, payload } = detail.parse(JSON.parse(reply.text())).request;
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  const names = namesIn(payload);
  if (isFailure(names)) throw names;
  await sendDelivery(needs, {
    id: entry.guid,
    event: entry.event,
    repository,
    pr_number: factsOf(payload).pull?.number ?? null,
    received_at: needs.clock.now().toISOString(),
    // Read from the code host itself, with our token.
    address: '',
    signature: 'unchecked',
    origin: 'gap',
    headers: keptHeaders(Object.fromEntries(lower) as Record<string, string>),
    body: JSON.stringify(payload),
    replay_of: null,
    is_dry_run: false,
  });
}

const schema = z.object({
  id: z.pipe(z.union([z.int(), z.string().check(z.regex(/^\d+$/))]), z.transform(String)),
  guid: z.string(),
  event: z.string(),
  delivered_at: z.iso.datetime({ offset: true }),
});

export type SentDelivery = z.output<typeof schema>;

/** 5,000 deliveries; the host keeps them for 3 days. */
const maxPages = 50;

/**
 * Deliveries between two times that the code host sent and that are not stored here, oldest first.
 * Redeliveries have one guid: the last counts.
 */
export async function missedDeliveries(
  { records }: Pick<Platform, 'records'>,
  scm: Scm,
  path: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<SentDelivery[]> {
  const [first, end] = [Date.parse(from), Date.parse(to)];
  const entry = new Map<string, SentDelivery>();
  let pages = 0;
  for await (const page of scm.pages(path)) {
    const deliveriesOfPage = page.flatMap((delivery) => schema.safeParse(delivery).data ?? []);
    for (const delivery of deliveriesOfPage) {
      const at = Date.parse(delivery.delivered_at);
      if (at >= first && at <= end && !entry.has(delivery.guid)) entry.set(delivery.guid, delivery);
    }
    const oldest = Date.parse(deliveriesOfPage.at(-1)?.delivered_at ?? '');
    pages += 1;
    if (pages === maxPages || oldest < first) break;
  }
  const missed: SentDelivery[] = [];
  for (const delivery of entry.values()) {
    // By id alone: a renamed repository has another name in the payload.
    const where = { id: delivery.guid };
    const { rows } = await records.list(deliveries, { index: 'by_id', where, limit: 1 });
    if (rows.length === 0) missed.push(delivery);
  }
  return missed.reverse();
}
