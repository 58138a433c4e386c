import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { buffer as readAll } from 'node:stream/consumers';
import { Failure } from '#core/platform/failure.ts';
import { usage } from '../../line/group.ts';
import type { ServerClient } from '../../line/server-client.ts';
import type { Shell } from '../../line/shell.ts';
import { part } from '../run-command.ts';

interface Upload {
  readonly upload_id: string;
  readonly url: string;
  readonly method: 'PUT';
}

/** A request above it is refused in the cloud, where XML is uploaded first. */
const largestBody = 4_000_000;

/** The failures or the XML of a file as fields of the request; large XML is uploaded. `-`: standard
 * input. JSON is a list of failures, or an object with other fields too. */
export async function readInput(client: ServerClient, shell: Shell, file: string): Promise<object> {
  const bytes = file === '-' ? await readAll(shell.stdin) : await read(file);
  if (!isUtf8(bytes)) throw refused(file, 'is not UTF-8');
  const text = bytes
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart();
  if (/^[[{]/.test(text)) return failuresIn(file, text);
  if (!text.startsWith('<')) throw refused(file, 'is neither JUnit XML nor JSON');
  const raw_xml = bytes.toString('utf8');
  if (Buffer.byteLength(JSON.stringify(raw_xml)) < largestBody - 100_000) return { raw_xml };
  const upload = await client.ask<Upload>({ method: 'POST', path: '/uploads', body: {} });
  const { upload_id, url, method } = upload;
  // A presigned address has its signature in the query; another one is the service's own, which
  // this machine may know by another name.
  const path = url.includes('?') ? url : `/uploads/${part(upload_id)}`;
  await client.load({ method, path, body: bytes });
  return { raw_xml_upload: upload_id };
}

async function read(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') throw refused(file, `cannot be read (${code})`);
    throw usage(
      `There is no file ${file}. A build needs a number too: lantern analyze <job> <build>`,
    );
  }
}

function failuresIn(file: string, text: string): object {
  try {
    const value = JSON.parse(text) as object;
    return Array.isArray(value) ? { failures: value } : value;
  } catch {
    throw refused(file, 'is not valid JSON');
  }
}

function refused(file: string, problem: string): Failure {
  const name = file === '-' ? 'Standard input' : file;
  return new Failure('invalid', 'bad_input', `${name} ${problem}`);
}
