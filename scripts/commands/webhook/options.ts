import { join } from 'node:path';
import type { Option, Values } from '../line/command.ts';
import { flag, help, number, text } from '../line/option.ts';
import type { Shell } from '../line/shell.ts';

export const webhookOptions = {
  help,
  json: { ...flag('print JSON'), short: 'j' },
  server: text('<url>', 'the receiver (default: this folder’s)'),
  config: text('<file>', 'its configuration (default: this folder’s)'),
  repository: text('<name>', 'a repository of the configuration (default: the first)'),
  example: flag('send the built-in example of the event'),
  pr: number(
    'pr',
    'the pull request of the example (default: one that does not exist)',
    1,
    999_999_999,
  ),
} as const satisfies Readonly<Record<string, Option>>;

export type WebhookOptions = Values<typeof webhookOptions>;

/** The receiver's configuration in this folder, unless another one is named. */
export function configurationFile(
  { config }: WebhookOptions,
  { variables, directory = '.' }: Pick<Shell, 'variables' | 'directory'>,
): string {
  const folder = variables['WEBHOOK_SERVER_DATA_DIR'] ?? join(directory, 'data/webhook');
  return config ?? join(folder, 'config.yaml');
}
