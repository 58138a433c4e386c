import { text } from 'node:stream/consumers';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { DeliveryRow } from './tables.ts';

/** The body as it was received. Null: its blob is gone. */
export async function bodyOf(
  { blobs }: Pick<Platform, 'blobs'>,
  { body, body_key }: Pick<DeliveryRow, 'body' | 'body_key'>,
): Promise<string | null> {
  if (body_key === null) return body;
  const content = await blobs.get(body_key);
  return content ? text(content.body) : null;
}
