import { docsClient } from './docs/client.ts';
import type { DocsContext } from './docs/context.ts';
import { generate } from './docs/generate.ts';
import { addGrant, listGrants, removeGrant } from './docs/grants.ts';
import { docsOptions } from './docs/options.ts';
import { download } from './docs/download.ts';
import { abort, list, remove, show } from './docs/projects.ts';
import { addUser, listUsers, removeUser, rotateKey } from './docs/users.ts';
import { watchNamed } from './docs/watch.ts';
import type { Command, Group } from './line/command.ts';
import { runGroup } from './line/group.ts';
import type { Shell } from './line/shell.ts';

type Table = typeof docsOptions;

type Run = (context: DocsContext, words: readonly string[]) => Promise<number | void>;

function command(run: Run, { words, about, options }: Omit<Command<Table>, 'run'>): Command<Table> {
  return {
    about,
    ...(words !== undefined && { words }),
    ...(options && { options }),
    run: (args, values, shell) =>
      run({ client: docsClient(shell.variables, values.server), options: values, shell }, args),
  };
}

export const docsGroup: Group<Table> = {
  name: 'lantern docs',
  options: docsOptions,
  common: ['json', 'server', 'help'],
  commands: {
    generate: command(generate, {
      words: '<url|folder>',
      about: 'write the documentation of a repository',
      options: ['watch', 'force', 'branch', 'provider', 'model', 'timeout'],
    }),
    watch: command(watchNamed, {
      words: '<project>',
      about: 'show a generation that is running',
      options: ['owner'],
    }),
    list: command(list, { about: 'the projects that you may see' }),
    show: command(show, {
      words: '<project>',
      about: 'a project and its pages',
      options: ['owner'],
    }),
    download: command(download, {
      words: '<project>',
      about: 'the site as .tar.gz',
      options: ['output', 'owner'],
    }),
    abort: command(abort, {
      words: '<project>',
      about: 'stop a running generation',
      options: ['owner'],
    }),
    delete: command(remove, {
      words: '<project>',
      about: 'remove a project with its site; asks first',
      options: ['yes', 'owner'],
    }),
    users: command(listUsers, { about: 'all users' }),
    'users list': command(listUsers, { about: 'the same' }),
    'users add': command(addUser, {
      words: '<user>',
      about: 'add a user and print the key',
      options: ['role'],
    }),
    'users remove': command(removeUser, {
      words: '<user>',
      about: 'remove a user with all their projects; asks first',
      options: ['yes'],
    }),
    grants: command(listGrants, {
      words: '<project>',
      about: 'who else may read a project',
      options: ['owner'],
    }),
    'grants list': command(listGrants, {
      words: '<project>',
      about: 'the same',
      options: ['owner'],
    }),
    'grants add': command(addGrant, {
      words: '<project> <user>',
      about: 'let a user read a project',
      options: ['owner'],
    }),
    'grants remove': command(removeGrant, {
      words: '<project> <user>',
      about: 'end that',
      options: ['owner'],
    }),
    'rotate-key': command(rotateKey, {
      words: '[user]',
      about: 'replace your key, or as an administrator that of a user',
      options: ['stdin'],
    }),
  },
  footer: `
The server is --server, LANTERN_DOCS_SERVER or the one of this folder; your key is LANTERN_DOCS_KEY.
LANTERN_SERVER and LANTERN_KEY are read when these are not set. On this machine ADMIN_KEY, also
from .env, will do. Exit status: 0 done, 1 refused or failed, 2 typed wrongly.`,
};

export async function docs(args: readonly string[], shell: Shell): Promise<number | void> {
  return runGroup(docsGroup, args, shell);
}
