import { Failure } from '#core/platform/failure.ts';
import type { Blobs } from '#core/platform/ports/blobs.ts';

/** As SQS since 2025, so that what works here works there. */
const maxBytes = 1024 * 1024;

const mark = 'lantern-claim-check:';

type ClaimBlobs = Pick<Blobs, 'put' | 'get' | 'delete'>;

/** The body to store: the text itself, or a claim check once its blob is written. */
export async function checkIn(blobs: ClaimBlobs, queue: string, id: string, text: string) {
  const fits = Buffer.byteLength(text) <= maxBytes;
  // Text that looks like a claim check becomes the content of one, so that nobody can name a
  // blob that is not theirs.
  if (fits && !text.startsWith(mark)) return text;
  const key = `queue/${queue}/${id}`;
  await blobs.put(key, text);
  return mark + key;
}

/** The blob that the body stands for; undefined: the body is the text. */
export function claimedKey(body: string): string | undefined {
  return body.startsWith(mark) ? body.slice(mark.length) : undefined;
}

export async function checkOut(blobs: ClaimBlobs, body: string): Promise<string> {
  const key = claimedKey(body);
  if (key === undefined) return body;
  const content = key.startsWith('queue/') ? await blobs.get(key) : undefined;
  if (!content) throw new Failure('missing', 'no_body', 'The body of the message is gone.');
  const chunks: Uint8Array[] = [];
  for await (const chunk of content.body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
