import { createHash } from 'node:crypto';
import type { Blobs } from '#core/platform/ports/blobs.ts';
import type { DeliveryRow } from './tables.ts';

const folder = 'deliveries/';
/** Larger bodies would make lists of rows slow, and a row that expires is bounded. */
const longestInRow = 100_000;

/** The columns of a row that hold the body; a large one is a blob below the day. */
export async function keepBody(
  blobs: Pick<Blobs, 'put'>,
  now: Date,
  body: string,
): Promise<Pick<DeliveryRow, 'body' | 'body_key'>> {
  if (Buffer.byteLength(body) <= longestInRow) return { body, body_key: null };
  const hash = createHash('sha256').update(body).digest('hex');
  const body_key = `${folder}${dayOf(now)}/${hash}.json`;
  await blobs.put(body_key, body);
  return { body: null, body_key };
}

/** Removes the bodies of days before this one. */
export async function removeBodiesBefore(
  blobs: Pick<Blobs, 'list' | 'deletePrefix'>,
  day: Date,
): Promise<void> {
  const first = `${folder}${dayOf(day)}`;
  for (;;) {
    const [oldest] = (await blobs.list(folder, { limit: 1 })).entries;
    const place = oldest?.key.slice(0, first.length);
    if (place === undefined || place >= first) return;
    await blobs.deletePrefix(`${place}/`);
  }
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}
