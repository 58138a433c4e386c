import type { Group } from './line/command.ts';
import { runGroup } from './line/group.ts';
import type { Shell } from './line/shell.ts';
import { init } from './webhook/init.ts';
import { webhookOptions } from './webhook/options.ts';
import { send } from './webhook/send.ts';
import { settings } from './webhook/settings.ts';

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
    settings: {
      words: '[file]',
      about: 'show every setting of a repository and where it is from; the file is its own',
      options: ['repository', 'config'],
      run: settings,
    },
  },
  footer: `
The receiver processes a test delivery as any other: with --pr it works on that pull request. Exit
status: 0 accepted, 1 refused or failed, 2 typed wrongly.`,
};

export async function webhook(args: readonly string[], shell: Shell): Promise<number | void> {
  return runGroup(webhookGroup, args, shell);
}
