import type { Platform } from '#core/platform/ports/platform.ts';
import { redirect, type Reply } from './reply.ts';

/** In UTF-16 units. A shorter text is compressed and has an ETag. */
const maxCharacters = 2_000_000;
const linkSeconds = 300;

interface Named {
  readonly status?: number;
  readonly type: string;
  /** The name under which a browser saves it; absent: it shows it. */
  readonly fileName?: string;
  /** Where a home whose replies are limited stores a long text, to answer with a link. */
  readonly key: string;
}

/** A text of any length, made while it is sent if it is long. */
export async function longText(
  { blobs }: Pick<Platform, 'blobs'>,
  text: AsyncGenerator<string, void>,
  { status = 200, type, fileName, key }: Named,
): Promise<Reply> {
  const disposition = fileName === undefined ? 'inline' : `attachment; filename="${fileName}"`;
  const headers = { 'content-type': type, 'content-disposition': disposition };
  const portions = portionsOf(text);
  let beginning = '';
  for (;;) {
    const { value, done } = await portions.next();
    if (done) return { status, headers, body: beginning };
    beginning += value;
    if (beginning.length > maxCharacters) break;
  }
  const body = encoded(beginning, portions);
  const link = await blobs.link(key, 'GET', linkSeconds, { type, disposition });
  if (link === undefined) return { status, headers, body };
  await blobs.put(key, body);
  return redirect(302, link);
}

async function* encoded(beginning: string, rest: AsyncIterable<string>) {
  const encoder = new TextEncoder();
  yield encoder.encode(beginning);
  for await (const text of rest) yield encoder.encode(text);
}

const portion = 65_536;

/** Many short pieces would be as many writes. Other requests get their turn between two portions. */
async function* portionsOf(pieces: AsyncIterable<string>): AsyncGenerator<string, void> {
  let text = '';
  for await (const piece of pieces) {
    text += piece;
    if (text.length < portion) continue;
    yield text;
    text = '';
    await new Promise(setImmediate);
  }
  yield text;
}
