/** The last bytes of a UTF-8 text, from the first whole character. */
export async function lastBytes(
  parts: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<string> {
  const tail: Uint8Array[] = [];
  let size = 0;
  let isCut = false;
  for await (const part of parts) {
    tail.push(part);
    size += part.length;
    while (size - (tail[0]?.length ?? 0) >= maxBytes) {
      size -= tail.shift()?.length ?? 0;
      isCut = true;
    }
  }
  const all = Buffer.concat(tail);
  let start = Math.max(0, all.length - maxBytes);
  if (start > 0 || isCut) while (((all[start] ?? 0) & 0xc0) === 0x80) start += 1;
  return all.toString('utf8', start);
}
