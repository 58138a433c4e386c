import * as z from 'zod/mini';
import { $ZodError } from 'zod/v4/core';
import { isFailure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Scm } from '#core/scm/client.ts';
import { findConfiguration, type ConfigurationNeeds } from '../configuration/read-configuration.ts';
import type { RepositorySettings } from '../configuration/repository-settings.ts';
import { factsOf } from '../deliveries/facts.ts';
import { sendDelivery } from '../deliveries/send-delivery.ts';
import { eachRepository } from '../each-repository.ts';
import { findOurHook, hooksPath } from '../hooks/our-hook.ts';
import { keptHeaders } from '../receiving/delivery-headers.ts';
import { namesIn } from '../receiving/names-in.ts';
import { missedDeliveries, type SentDelivery } from './missed-deliveries.ts';
import { gapCursors } from './tables.ts';

type Needs = ConfigurationNeeds & Pick<Platform, 'fetch' | 'records' | 'queue'>;

/** A younger delivery may still be under way to us. */
const youngest = 60_000;
/** Deliveries show late in the list, and are processed after they were answered. */
const overlap = 10 * 60_000;
const mostInARun = 200;

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
  const from = cursor?.looked_until ?? new Date(0).toISOString();
  const to = new Date(now - youngest).toISOString();
  const missed = await missedDeliveries(needs, scm, path, { from, to });
  const [next] = missed.slice(mostInARun);
  for (const sent of missed.slice(0, mostInARun)) {
    try {
      await takeIn(needs, scm, { repository, path }, sent);
    } catch (error) {
      // Gone, or of another form than a delivery: the next run would not fare better.
      const isHopeless =
        isFailure(error, 'missing') || isFailure(error, 'invalid') || error instanceof $ZodError;
      if (!isHopeless) throw error;
      log('WARNING', 'a missed delivery cannot be taken in', { repository, id: sent.guid });
    }
  }
  const until = next ? Date.parse(next.delivered_at) : now - overlap;
  await records.put(gapCursors, { repository, looked_until: new Date(until).toISOString() });
  const count = Math.min(missed.length, mostInARun);
  if (count > 0) log('INFO', 'missed deliveries were taken in', { repository, count });
}

async function takeIn(
  needs: Needs,
  scm: Scm,
  { repository, path }: { readonly repository: string; readonly path: string },
  sent: SentDelivery,
): Promise<void> {
  const { text } = await scm.call(`${path}/${sent.id}`);
  const { headers, payload } = detail.parse(JSON.parse(text)).request;
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  const body = JSON.stringify(payload);
  const names = namesIn(Buffer.from(body));
  if (isFailure(names)) throw names;
  await sendDelivery(needs, {
    ...{ id: sent.guid, event: sent.event, repository },
    pr_number: factsOf(payload).pull?.number ?? null,
    received_at: needs.clock.now().toISOString(),
    // Read from the code host itself, with our token.
    ...{ address: '', signature: 'unchecked', origin: 'gap' },
    headers: keptHeaders(Object.fromEntries(lower) as Record<string, string>),
    ...{ body, replay_of: null, is_dry_run: false },
  });
}
