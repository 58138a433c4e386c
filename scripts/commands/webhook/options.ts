import { join } from 'node:path';
import type { Option, Values } from '../line/command.ts';
import { flag, help, number, text } from '../line/option.ts';
import type { Shell } from '../line/shell.ts';

export const webhookOptions = {
  help,
  json: { ...flag('print data for programs'), short: 'j' },
  server: text('<url>', 'the receiver; without it the one of this folder'),
  config: text('<file>', "its configuration; without it the receiver's of this folder"),
  repository: text('<name>', 'which repository of the configuration; without it the first'),
  example: flag('send the built-in example of the event'),
  pr: number(
    'pr',
    'the pull request of the example; without it one that does not exist',
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
