export interface TarMember {
  readonly name: string;
  readonly type: string;
  readonly content: Buffer;
  /** Mode, user, group and time of the header. */
  readonly fixed: string;
}

/** Reads a ustar archive with pax names. Throws like a strict reader: for wrong checksums, links,
 * devices, names that lead outside, a missing end. */
export function readTar(bytes: Buffer): TarMember[] {
  const members: TarMember[] = [];
  let longName: string | undefined;
  let at = 0;
  for (;;) {
    const header = bytes.subarray(at, at + 512);
    if (header.length < 512) throw new Error('the archive is cut');
    if (header.every((byte) => byte === 0)) break;
    const text = (from: number, length: number) =>
      header
        .subarray(from, from + length)
        .toString('latin1')
        .replace(/\0.*$/s, '');
    const sum = header.reduce(
      (total, byte, place) => total + (place >= 148 && place < 156 ? 32 : byte),
      0,
    );
    if (parseInt(text(148, 8), 8) !== sum) throw new Error(`wrong sum at ${at}`);
    if (text(257, 6) !== 'ustar') throw new Error(`not ustar at ${at}`);
    const type = text(156, 1);
    const size = parseInt(text(124, 12), 8);
    const content = Buffer.from(bytes.subarray(at + 512, at + 512 + size));
    at += 512 + Math.ceil(size / 512) * 512;
    if (type === 'x') {
      longName = /^\d+ path=([^\n]*)\n$/.exec(content.toString())?.[1];
      if (longName === undefined) throw new Error('a pax header without a path');
      continue;
    }
    if (type !== '0' && type !== '5') throw new Error(`a member of type ${type}`);
    const prefix = text(345, 155);
    const name = longName ?? (prefix === '' ? text(0, 100) : `${prefix}/${text(0, 100)}`);
    longName = undefined;
    const fixed = [text(100, 8), text(108, 8), text(116, 8), text(136, 12)].join(' ');
    if (name.startsWith('/') || name.split('/').includes('..'))
      throw new Error(`leads out: ${name}`);
    members.push({ name, type, content, fixed });
  }
  if (bytes.length !== at + 1024 || bytes.subarray(at).some((byte) => byte !== 0))
    throw new Error('no end of archive');
  return members;
}
