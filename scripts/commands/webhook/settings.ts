import { configurationOf } from '#core/webhook/configuration/configuration.ts';
import { originsOf, settingText } from '#core/webhook/configuration/origins.ts';
import { parseRepositoryFile } from '#core/webhook/configuration/parse.ts';
import { Failure } from '#core/platform/failure.ts';
import { print, type Shell } from '../line/shell.ts';
import type { WebhookOptions } from './options.ts';
import { entryOf, readReceiver, readText } from './target.ts';

/** Every setting of a repository, and which file it is from. */
export async function settings(
  [own]: readonly string[],
  options: WebhookOptions,
  shell: Shell,
): Promise<void> {
  const file = await readReceiver(options, shell);
  const entry = entryOf(file, options);
  const keys = own === undefined ? {} : parseRepositoryFile(await readText(own));
  if (typeof keys === 'string') throw new Failure('invalid', 'bad_file', `${own}: ${keys}`);
  // The app is none of a repository's settings, and its key need not lie here.
  const { 'scm-app-id': _id, 'scm-app-private-key-file': _key, ...rest } = file;
  const { WEBHOOK_SECRET = '', SCM_TOKEN = '' } = shell.variables;
  const configuration = configurationOf(rest, { WEBHOOK_SECRET, SCM_TOKEN });
  const rows = originsOf(configuration, entry, { keys });
  const width = Math.max(...rows.map(({ key }) => key.length));
  const lines = rows.map(({ key, origin, value }) => {
    const shown = settingText({ key, value });
    return `${key.padEnd(width)}  ${origin.padEnd('repository file'.length)}  ${shown}`;
  });
  const data = { repository: entry.name, settings: rows };
  print(shell, options, data, [entry.name, ...lines].join('\n'));
}
