import { setImmediate as turn } from 'node:timers/promises';

const portionBytes = 64 * 1024;

/** UTF-8 as text, in portions between which other requests are served. A byte order mark stays.
 * Other bytes: throws what `invalid` gives. */
export async function* decodedText(
  chunks: AsyncIterable<Uint8Array>,
  invalid: () => Error,
): AsyncGenerator<string, void> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
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
