import { dayMilliseconds } from '#core/platform/ports/clock.ts';
import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { logsSettings } from '#core/logs/settings.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { DeliveryRow } from './tables.ts';

const folder = 'deliveries/';
/** Larger bodies would make lists of rows slow, and a row that expires is bounded. */
const maxBytesInRow = 100_000;
/** A row names its body until it expires, a moment after it was written. */
const marginDays = 2;

type Needs = Pick<Platform, 'blobs' | 'clock' | 'environment'>;

/** The columns of a row that hold the body; a large one is a blob below the day, and an empty one
 * counts as none. */
export async function keepBody(
  { blobs, clock }: Omit<Needs, 'environment'>,
  body: string,
): Promise<Pick<DeliveryRow, 'body' | 'body_key'>> {
  if (Buffer.byteLength(body) <= maxBytesInRow) return { body: body || null, body_key: null };
  const hash = createHash('sha256').update(body).digest('hex');
  const body_key = `${folder}${dayOf(clock.now())}/${hash}.json`;
  await blobs.put(body_key, body);
  return { body: null, body_key };
}

/** The body as it was received. Null: its blob is gone. */
export async function bodyOf(
  { blobs }: Pick<Needs, 'blobs'>,
  { body, body_key }: Pick<DeliveryRow, 'body' | 'body_key'>,
): Promise<string | null> {
  if (!body_key) return body;
  const content = await blobs.get(body_key);
  return content ? text(content.body) : null;
}

/** When a row that is written now expires. */
export function expiryOf({ clock, environment }: Omit<Needs, 'blobs'>): string {
  const retentionMs = logsSettings(environment).LOG_RETENTION_DAYS * dayMilliseconds;
  return new Date(clock.now().getTime() + retentionMs).toISOString();
}

/** Removes the bodies of expired rows. */
export async function sweepBodies({ blobs, clock, environment }: Needs): Promise<void> {
  const days = logsSettings(environment).LOG_RETENTION_DAYS + marginDays;
  const end = new Date(clock.now().getTime() - days * dayMilliseconds);
  const first = `${folder}${dayOf(end)}`;
  let removed = '';
  for await (const { key } of blobs.list(folder)) {
    const place = key.slice(0, first.length);
    if (place >= first) return;
    if (place === removed) continue;
    await blobs.deletePrefix(`${place}/`);
    removed = place;
  }
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}
