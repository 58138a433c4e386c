import { setImmediate as turn } from 'node:timers/promises';
import { asUtf8, xmlEncoding, xmlStartBytes } from '#core/text/xml-encoding.ts';

const portionBytes = 64 * 1024;

/** Bytes as text, in portions between which other requests are served. A byte order mark stays.
 * Other bytes: throws what `invalid` gives. */
export async function* decodedText(
  chunks: AsyncIterable<Uint8Array>,
  invalid: () => Error,
  encoding = 'utf-8',
): AsyncGenerator<string, void> {
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  const decode = (bytes?: Uint8Array) => {
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
    } catch {
      throw invalid();
    }
  };
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += portionBytes) {
      if (at > 0) await turn();
      yield decode(chunk.subarray(at, at + portionBytes));
    }
  }
  yield decode();
}

/** An XML file as text, whatever its encoding; its declaration says UTF-8 then. */
export async function* decodedXml(
  chunks: AsyncIterable<Uint8Array>,
  invalid: (reason: string) => Error,
): AsyncGenerator<string, void> {
  const all = chunks[Symbol.asyncIterator]();
  let start: Uint8Array = new Uint8Array();
  while (start.length < xmlStartBytes) {
    const next = await all.next();
    if (next.done === true) break;
    start = Buffer.concat([start, next.value]);
  }
  const whole = async function* () {
    yield start;
    yield* { [Symbol.asyncIterator]: () => all };
  };
  const encoding = xmlEncoding(start);
  const name = encoding.toUpperCase();
  let isStart = encoding !== 'utf-8';
  try {
    const damaged = () => invalid(`the file is not ${name}`);
    for await (const text of decodedText(whole(), damaged, encoding)) {
      yield isStart ? asUtf8(text) : text;
      isStart = false;
    }
  } catch (error) {
    throw error instanceof RangeError ? invalid(`the encoding ${name} is unknown`) : error;
  }
}
