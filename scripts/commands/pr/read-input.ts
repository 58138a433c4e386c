import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { Failure } from '#core/platform/failure.ts';
import { xmlEncoding } from '#core/text/xml-encoding.ts';
import type { Shell } from '../line/shell.ts';

const maxBytes = 50 * 1024 * 1024;

/** A file, or standard input for `-`. A byte order mark is no part of the text. */
export async function readInput(
  name: string,
  { stdin, directory }: Pick<Shell, 'stdin'> & { readonly directory: string },
): Promise<string> {
  const label = name === '-' ? 'standard input' : name;
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of name === '-' ? stdin : createReadStream(resolve(directory, name))) {
      const bytes = Buffer.from(chunk as Buffer);
      size += bytes.length;
      if (size > maxBytes) throw tooLarge(label);
      chunks.push(bytes);
    }
  } catch (error) {
    if (error instanceof Failure) throw error;
    const { code = 'failed' } = error as NodeJS.ErrnoException;
    throw new Failure('invalid', 'unreadable_file', `Cannot read ${label} (${code})`);
  }
  const whole = Buffer.concat(chunks);
  // Three bytes are a mark, and no declaration of XML.
  return new TextDecoder(xmlEncoding(whole.subarray(0, 3))).decode(whole);
}

function tooLarge(label: string): Failure {
  return new Failure('too-large', 'large_file', `${label} is larger than 50 MiB`);
}
