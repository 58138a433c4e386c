import type { Group } from './line/command.ts';
import { runGroup } from './line/group.ts';
import type { Shell } from './line/shell.ts';
import { init } from './webhook/init.ts';
import { webhookOptions } from './webhook/options.ts';
import { send } from './webhook/send.ts';

export const webhookGroup: Group<typeof webhookOptions> = {
  name: 'lantern webhook',
  options: webhookOptions,
  common: ['json', 'help'],
  commands: {
    init: {
      about: 'ask for what most receivers need, and write a configuration with a new secret',
      options: ['config'],
      run: init,
    },
    send: {
      words: '<event> [file]',
      about: 'send the receiver a test delivery, signed with the secret of its configuration',
      options: ['example', 'repository', 'pr', 'config', 'server'],
      run: send,
    },
  },
  footer: `
The receiver processes a test delivery as any other: with --pr it works on that pull request. Exit
status: 0 accepted, 1 refused or failed, 2 typed wrongly.`,
};

export async function webhook(args: readonly string[], shell: Shell): Promise<number | void> {
  return runGroup(webhookGroup, args, shell);
}
