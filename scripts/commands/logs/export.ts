import { save } from '../line/save.ts';
import type { ServerClient } from '../line/server-client.ts';
import type { Shell } from '../line/shell.ts';
import { queryIn, type LogsOptions } from './options.ts';

const most = '50000';

/** Writes the matching entries, newest first, at most 50,000. */
export async function exportLogs(
  client: ServerClient,
  options: LogsOptions,
  shell: Shell,
): Promise<void> {
  const { limit = most, format, output = '-' } = options;
  const query = queryIn(options);
  query.set('limit', limit);
  const suffix = format === 'ndjson' ? '.ndjson' : '';
  await save(client, { path: `/logs/api/export${suffix}?${query.toString()}` }, output, shell);
  if (output !== '-') shell.stderr.write(`Written to ${output}\n`);
}
