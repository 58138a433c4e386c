import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';

/** Content codings that we send. */
export type Coding = 'br' | 'gzip';

/** A smaller answer fits into one packet anyway. */
export const leastCompressed = 1024;

const text =
  /^(?:text\/|application\/(?:json|javascript|xml)\b|[\w.+-]+\/[\w.+-]+\+(?:json|xml)\b)/i;

/** All other types that we send are compressed formats. */
export function isText(type: string | undefined): boolean {
  return text.test(type ?? '');
}

/** Each coding has its own ETag: byte ranges of different codings do not fit together. */
export function codedTag(etag: string, coding: Coding): string {
  return `${etag}-${coding}`;
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Files: quality 5 takes a fifth of the time of the best one and reaches nine tenths of its gain. */
const once = { br: 5, gzip: 6 };
/** What is compressed for one answer: half the time, and 7 % larger. */
const eachTime = 3;
/** Another thread, and a better quality, would take three times as long for so few characters. */
const short = { length: 32_768, quality: 1 };

const cache = new WeakMap<Uint8Array, Map<Coding, Promise<Uint8Array>>>();

/** The same byte array is compressed once, for as long as it is referenced. */
export function compress(body: string | Uint8Array, coding: Coding): Promise<Uint8Array> {
  if (typeof body === 'string') return compressed(body, coding);
  const codings = cache.get(body) ?? new Map<Coding, Promise<Uint8Array>>();
  cache.set(body, codings);
  const coded = codings.get(coding) ?? compressed(body, coding);
  codings.set(coding, coded);
  return coded;
}

async function compressed(body: string | Uint8Array, coding: Coding): Promise<Uint8Array> {
  const isShort = typeof body === 'string' && body.length <= short.length;
  const quality = isShort ? short.quality : typeof body === 'string' ? eachTime : once[coding];
  if (coding === 'gzip') {
    const options = { level: quality };
    return isShort ? gzipSync(body, options) : zip(body, options);
  }
  const options = {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(body),
    },
  };
  return isShort ? brotliCompressSync(body, options) : brotli(body, options);
}
