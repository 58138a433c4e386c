export interface UnpackedFile {
  readonly name: string;
  readonly body: Uint8Array;
}

const block = 512;
const decoder = new TextDecoder();

/**
 * The files of an archive that tar() has made: plain files with ustar or pax names. Anything else
 * in it (a link, another owner's extension) throws; it is not a reader for strangers' archives.
 */
export async function* untar(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<UnpackedFile> {
  const take = reader(chunks);
  let longName: string | undefined;
  for (;;) {
    const head = await take(block);
    if (head === undefined || head.every((byte) => byte === 0)) return;
    const size = Number.parseInt(text(head, 124, 12), 8);
    const type = text(head, 156, 1);
    const body = await take(size);
    const rest = (block - (size % block)) % block;
    if (!(size >= 0) || body === undefined || (rest > 0 && !(await take(rest)))) {
      throw new Error('untar: the archive is cut');
    }
    if (type === 'x') {
      longName = /^\d+ path=([^]*)\n$/.exec(decoder.decode(body))?.[1];
    } else if (type === '0') {
      const prefix = text(head, 345, 155);
      const name = text(head, 0, 100);
      yield { name: longName ?? (prefix === '' ? name : `${prefix}/${name}`), body };
      longName = undefined;
    } else if (type === '5') longName = undefined;
    else throw new Error(`untar: entries of type ${JSON.stringify(type)} are not expected`);
  }
}

function text(bytes: Uint8Array, from: number, length: number): string {
  const field = bytes.subarray(from, from + length);
  const end = field.indexOf(0);
  return decoder.decode(end === -1 ? field : field.subarray(0, end));
}

/** Takes exactly so many bytes, or undefined when fewer are left. */
function reader(chunks: AsyncIterable<Uint8Array>) {
  const source = chunks[Symbol.asyncIterator]();
  let held: Uint8Array = new Uint8Array();
  return async (count: number): Promise<Uint8Array | undefined> => {
    const parts: Uint8Array[] = [];
    let missing = count;
    while (missing > 0) {
      if (held.length === 0) {
        const next = await source.next();
        if (next.done) return undefined;
        held = next.value;
      }
      const part = held.subarray(0, missing);
      held = held.subarray(part.length);
      missing -= part.length;
      parts.push(part);
    }
    return parts.length === 1 ? parts[0] : Buffer.concat(parts);
  };
}
