import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { Failure } from '#core/platform/failure.ts';
import type { ServerClient, ServerRequest } from './server-client.ts';
import type { Shell } from './shell.ts';

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
  const draft = `${file}.${process.pid}.part`;
  const receive = (parts: AsyncIterable<Uint8Array>) =>
    pipeline(parts, createWriteStream(draft, { flags: 'wx' }));
  try {
    await client.load({ ...request, receive });
    await rename(draft, file);
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall !== 'open' && syscall !== 'write' && syscall !== 'rename') throw error;
    const message = `${file} cannot be written (${code ?? syscall})`;
    throw new Failure('unavailable', 'unwritable', message);
  } finally {
    await rm(draft, { force: true });
  }
}
