import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Failure } from '#core/platform/failure.ts';
import type { Shell } from '../line/shell.ts';

const maxBytes = 50 * 1024 * 1024;

/** A file, or standard input for `-`. */
export async function readInput(
  name: string,
  { stdin, directory }: Pick<Shell, 'stdin'> & { readonly directory: string },
): Promise<string> {
  if (name !== '-') return readWhole(resolve(directory, name), name);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stdin) {
    const bytes = Buffer.from(chunk as Buffer);
    size += bytes.length;
    if (size > maxBytes) throw tooLarge('standard input');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}

async function readWhole(file: string, name: string): Promise<string> {
  try {
    if ((await stat(file)).size > maxBytes) throw tooLarge(name);
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Failure) throw error;
    const { code = 'failed' } = error as NodeJS.ErrnoException;
    throw new Failure('invalid', 'unreadable_file', `Cannot read ${name} (${code})`);
  }
}

function tooLarge(name: string): Failure {
  return new Failure('too-large', 'large_file', `${name} is larger than 50 MiB`);
}
