export interface TarEntry {
  /** Relative, `/`-separated. A folder's ends with `/`. */
  readonly name: string;
  readonly size: number;
  readonly body: AsyncIterable<Uint8Array>;
}

const block = 512;
/** 2000-01-01: any fixed time will do, but 0 makes some tools warn. */
const fixedTime = 946_684_800;
const encoder = new TextEncoder();

/**
 * A ustar archive, byte for byte the same for the same entries: no times, no owners, no links. Names that ustar
 * has no room for travel in a pax header. A body of another length than promised throws, so that a
 * reader sees a cut archive rather than a wrong one.
 */
export async function* tar(
  entries: AsyncIterable<TarEntry> | Iterable<TarEntry>,
): AsyncGenerator<Uint8Array> {
  for await (const { name, size, body } of entries) {
    assertTarName(name);
    yield* headersOf(name, size);
    let left = size;
    for await (const chunk of body) {
      left -= chunk.length;
      if (left < 0) break;
      yield chunk;
    }
    if (left !== 0) throw new Error(`tar: ${name} is not of ${size} bytes`);
    yield new Uint8Array(padding(size));
  }
  yield new Uint8Array(2 * block);
}

/** What every unpacker puts below the folder in which it was called. */
function assertTarName(name: string): void {
  const parts = name.replace(/\/$/, '').split('/');
  if (parts.every((part) => part !== '' && part !== '.' && part !== '..' && !part.includes('\0')))
    return;
  throw new Error(`tar: not a name for an archive: ${JSON.stringify(name)}`);
}

function* headersOf(name: string, size: number): Generator<Uint8Array> {
  const type = name.endsWith('/') ? '5' : '0';
  const parts = ustarName(name);
  if (parts) {
    yield header({ ...parts, size, type });
    return;
  }
  const record = encoder.encode(paxRecord('path', name));
  yield header({ name: 'pax', prefix: '', size: record.length, type: 'x' });
  yield record;
  yield new Uint8Array(padding(record.length));
  // Readers that know no pax see a short name rather than none.
  yield header({ name: shortName(name), prefix: '', size, type });
}

/** Cut at a `/` into at most 155 and 100 bytes; undefined when that cannot be. */
function ustarName(name: string): { name: string; prefix: string } | undefined {
  // What is beyond ASCII has no agreed encoding in ustar.
  if (!/^[\x20-\x7e]+$/.test(name)) return undefined;
  if (name.length <= 100) return { name, prefix: '' };
  const cut = name.indexOf('/', Math.max(name.length - 101, 1));
  if (cut < 0 || cut > 155 || cut === name.length - 1) return undefined;
  return { name: name.slice(cut + 1), prefix: name.slice(0, cut) };
}

function shortName(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]/g, '_');
  return name.endsWith('/') ? `${plain.slice(0, 99)}/`.replace(/\/+$/, '/') : plain.slice(0, 100);
}

/** `length key=value`, where the length counts itself. */
function paxRecord(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`;
  const bytes = encoder.encode(rest).length;
  let length = bytes + 1;
  while (String(length).length + bytes !== length) length += 1;
  return `${length}${rest}`;
}

interface Header {
  readonly name: string;
  readonly prefix: string;
  readonly size: number;
  readonly type: string;
}

function header({ name, prefix, size, type }: Header): Uint8Array {
  const bytes = new Uint8Array(block);
  const write = (text: string, at: number) => bytes.set(encoder.encode(text), at);
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0');
  write(name, 0);
  write(`${type === '5' ? '0000755' : '0000644'}\0`, 100);
  write('0000000\0', 108);
  write('0000000\0', 116);
  write(`${octal(size, 11)}\0`, 124);
  write(`${octal(fixedTime, 11)}\0`, 136);
  write('        ', 148);
  write(type, 156);
  write('ustar\x0000', 257);
  write(prefix, 345);
  const sum = bytes.reduce((total, byte) => total + byte, 0);
  write(`${octal(sum, 6)}\0 `, 148);
  return bytes;
}

function padding(size: number): number {
  return (block - (size % block)) % block;
}
