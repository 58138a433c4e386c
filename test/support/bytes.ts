/** The whole body as one buffer. */
export async function bytesOf(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

export async function textOf(content: { body: AsyncIterable<Uint8Array> } | undefined) {
  return content && (await bytesOf(content.body)).toString('utf8');
}

/** `size` bytes in chunks. The chunks differ, and are the same on every run. */
export async function* streamOf(size: number, chunkSize = 65_536): AsyncIterable<Uint8Array> {
  for (let sent = 0; sent < size; sent += chunkSize) {
    const chunk = Buffer.alloc(Math.min(chunkSize, size - sent), sent / chunkSize);
    await Promise.resolve();
    yield chunk;
  }
}

/** A body that fails after `size` bytes. */
export async function* brokenStream(size: number): AsyncIterable<Uint8Array> {
  yield* streamOf(size);
  throw new Error('the body broke');
}
