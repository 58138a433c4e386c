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
      about: 'ask for the common settings, and write a configuration with a new secret',
      options: ['config'],
      run: init,
    },
    send: {
      words: '<event> [file]',
      about: 'send a test delivery to the receiver, signed with its configured secret',
      options: ['example', 'repository', 'pr', 'config', 'server'],
      run: send,
    },
    settings: {
      words: '[file]',
      about:
        'show every setting of a repository and where it comes from; [file] is the repository’s own',
      options: ['repository', 'config'],
      run: settings,
    },
  },
  footer: `
The receiver processes a test delivery like any other: with --pr it acts on that pull request. Exit
status: 0 accepted, 1 refused or failed, 2 usage error.`,
};

export async function webhook(args: readonly string[], shell: Shell): Promise<number | void> {
  return runGroup(webhookGroup, args, shell);
}
