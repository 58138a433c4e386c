import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Failure } from '#core/platform/failure.ts';
import { print } from '../line/shell.ts';
import type { DocsContext } from './context.ts';
import { ownerQuery, projectPath } from './options.ts';

/** Writes the archive to a temporary file, then renames it. */
export async function download(
  { client, options, shell }: DocsContext,
  [name]: readonly string[],
): Promise<void> {
  const response = await client.load(projectPath(name, `/download${ownerQuery(options)}`));
  const body = Readable.fromWeb(response.body as never);
  if (options.output === '-') return pipeline(body, shell.stdout);
  const file = options.output ?? `${name ?? ''}-docs.tar.gz`;
  const draft = `${file}.${process.pid}.part`;
  try {
    await pipeline(body, createWriteStream(draft, { flags: 'wx' }));
    await rename(draft, file);
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall !== 'open' && syscall !== 'write' && syscall !== 'rename') throw error;
    const message = `${file} cannot be written (${code ?? syscall})`;
    throw new Failure('unavailable', 'unwritable', message);
  } finally {
    await rm(draft, { force: true });
  }
  print(shell, options, { file }, `Written to ${file}`);
}
