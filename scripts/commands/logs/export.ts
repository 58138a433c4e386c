import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Failure } from '#core/platform/failure.ts';
import type { Shell } from '../line/shell.ts';
import type { ServerClient } from '../line/server-client.ts';
import { queryIn, type LogsOptions } from './options.ts';

const most = '50000';

/** Writes the matching entries, newest first, at most 50,000. */
export async function exportLogs(
  client: ServerClient,
  options: LogsOptions,
  { stdout, stderr }: Shell,
): Promise<void> {
  const query = queryIn(options);
  query.set('limit', options.limit ?? most);
  const suffix = options.format === 'ndjson' ? '.ndjson' : '';
  const response = await client.load(`/logs/api/export${suffix}?${query.toString()}`);
  const body = Readable.fromWeb(response.body as never);
  if (options.output === undefined) return pipeline(body, stdout, { end: false });
  try {
    await pipeline(body, createWriteStream(options.output));
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw error;
    const message = `${options.output} cannot be written (${code ?? syscall})`;
    throw new Failure('unavailable', 'unwritable', message);
  }
  stderr.write(`Written to ${options.output}\n`);
}
