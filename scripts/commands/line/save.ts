import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { ServerClient, ServerRequest } from './server-client.ts';
import type { Shell } from './shell.ts';
import { unwritable } from './unwritable.ts';

/** Writes an answer to standard output (`-`), or to a temporary file that is renamed. */
export async function save(
  client: Pick<ServerClient, 'load'>,
  request: ServerRequest,
  file: string,
  { stdout }: Pick<Shell, 'stdout'>,
): Promise<void> {
  if (file === '-') {
    const receive = (parts: AsyncIterable<Uint8Array>) => pipeline(parts, stdout, { end: false });
    return void (await client.load({ ...request, receive }));
  }
  // A device or a pipe, such as /dev/stdout, stays what it is.
  const isSpecial = await stat(file).then(
    (place) => !place.isFile(),
    () => false,
  );
  const draft = `${file}.${process.pid}.part`;
  const receive = (parts: AsyncIterable<Uint8Array>) =>
    pipeline(
      parts,
      isSpecial ? createWriteStream(file) : createWriteStream(draft, { flags: 'wx' }),
    );
  try {
    await client.load({ ...request, receive });
    if (!isSpecial) await rename(draft, file);
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall !== 'open' && syscall !== 'write' && syscall !== 'rename') throw error;
    throw unwritable(file, code ?? syscall);
  } finally {
    await rm(draft, { force: true });
  }
}
