import type { IncomingMessage } from 'node:http';
import { Readable, pipeline } from 'node:stream';
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { Failure } from '../../../failure.ts';

/** A compressed body may be larger than the decoded one by its framing. */
const framingBytes = 64 * 1024;
/** More than a decoder takes before its first bytes are read. */
const readAheadBytes = 4 * 1024 * 1024;

/** The decoded body as a whole; see bodyParts(). */
export async function readBody(...body: Parameters<typeof bodyParts>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bodyParts(...body)) chunks.push(chunk);
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
}

/**
 * The decoded body. The limit applies to decoded bytes while they arrive, so a decompression bomb
 * ends after `maxBytes`; encoded bytes are counted too, for endless input that decodes to nothing.
 * `cut`: a body above the limit ends there instead of failing.
 */
export async function* bodyParts(
  reply: IncomingMessage,
  host: string,
  { maxBytes, cut }: { readonly maxBytes: number; readonly cut: boolean },
): AsyncGenerator<Uint8Array> {
  const encoding = (reply.headers['content-encoding'] ?? '').trim().toLowerCase();
  const encoded = encoding !== '' && encoding !== 'identity';
  const limit = maxBytes + (cut ? readAheadBytes : encoded ? framingBytes : 0);
  const source = counted(reply, limit, () => tooLarge(host, maxBytes));
  if (!cut && Number(reply.headers['content-length'] ?? 0) > limit) throw tooLarge(host, maxBytes);

  let size = 0;
  for await (const chunk of encoded ? decoded(source, encoding, host) : source) {
    size += chunk.length;
    if (size > maxBytes && !cut) throw tooLarge(host, maxBytes);
    if (size > maxBytes) return void (yield chunk.subarray(0, chunk.length - (size - maxBytes)));
    yield chunk;
  }
}

async function* counted(
  stream: AsyncIterable<Uint8Array>,
  limit: number,
  beyond: () => Failure,
): AsyncGenerator<Uint8Array> {
  let received = 0;
  for await (const chunk of stream) {
    received += chunk.length;
    if (received > limit) throw beyond();
    yield chunk;
  }
}

async function* decoded(
  source: AsyncGenerator<Uint8Array>,
  encoding: string,
  host: string,
): AsyncGenerator<Uint8Array> {
  // Servers send the header with an empty body too, which no decoder accepts.
  const first = await source.next();
  if (first.done === true) return;
  const decoder = createDecoder(encoding, first.value, host);
  pipeline(Readable.from(prepend(first.value, source)), decoder, () => {});
  try {
    for await (const chunk of decoder) yield chunk as Uint8Array;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (!/^(Z_|ERR_|ERR__ERROR)/.test(code) || code === 'ERR_STREAM_PREMATURE_CLOSE') throw error;
    throw new Failure('upstream', 'bad_encoding', `${host} sent a broken ${encoding} body`, {
      cause: error,
    });
  }
}

async function* prepend(first: Uint8Array, rest: AsyncGenerator<Uint8Array>) {
  yield first;
  yield* rest;
}

function createDecoder(encoding: string, first: Uint8Array, host: string): Transform {
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip();
  if (encoding === 'br') return createBrotliDecompress();
  // "deflate" is zlib in RFC 9110, but some servers send raw deflate. The low nibble of zlib is 8.
  if (encoding === 'deflate') {
    return ((first[0] ?? 0) & 0x0f) === 8 ? createInflate() : createInflateRaw();
  }
  throw new Failure('upstream', 'bad_encoding', `${host} sent an unknown content encoding`);
}

function tooLarge(host: string, maxBytes: number) {
  return new Failure('too-large', 'reply_too_large', `${host} sent more than ${maxBytes} bytes`);
}
