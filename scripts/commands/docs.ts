import type { DocsContext } from './docs/context.ts';
import { docsOptions } from './docs/options.ts';
import type { Command, Group } from './line/command.ts';
import { runGroup } from './line/group.ts';
import type { Shell } from './line/shell.ts';

type Table = typeof docsOptions;

type Run = (context: DocsContext, words: readonly string[]) => Promise<number | void>;

const projects = () => import('./docs/projects.ts');
const grants = () => import('./docs/grants.ts');
const users = () => import('./docs/users.ts');

/** A command loads what it runs. */
function command(
  load: () => Promise<Run>,
  { words, about, options }: Omit<Command<Table>, 'run'>,
): Command<Table> {
  return {
    about,
    ...(words !== undefined && { words }),
    ...(options && { options }),
    async run(args, values, shell) {
      const run = await load();
      const { docsClient } = await import('./docs/client.ts');
      const client = docsClient(shell.variables, values.server);
      return run({ client, options: values, shell }, args);
    },
  };
}

export const docsGroup: Group<Table> = {
  name: 'lantern docs',
  options: docsOptions,
  common: ['json', 'server', 'help'],
  commands: {
    generate: command(async () => (await import('./docs/generate.ts')).generate, {
      words: '<url|folder>',
      about: 'generate the documentation of a repository',
      options: [
        ...(['watch', 'name', 'yes', 'force', 'branch'] as const),
        ...(['provider', 'model', 'timeout', 'max-cost'] as const),
      ],
    }),
    estimate: command(async () => (await import('./docs/generate.ts')).estimate, {
      words: '<url|folder>',
      about: 'pages, tokens and price of a generation, before it starts',
      options: ['name', 'force', 'branch', 'provider', 'model', 'max-cost'],
    }),
    retry: command(async () => (await import('./docs/generate.ts')).retry, {
      words: '<project>',
      about: 'write the pages that failed last time',
      options: ['watch', 'owner'],
    }),
    watch: command(async () => (await import('./docs/watch.ts')).watchNamed, {
      words: '<project>',
      about: 'show a generation that is running',
      options: ['owner'],
    }),
    search: command(async () => (await import('./docs/search.ts')).search, {
      words: '<word> …',
      about: 'search all sites that you can read',
    }),
    list: command(async () => (await projects()).list, { about: 'the projects that you can see' }),
    show: command(async () => (await projects()).show, {
      words: '<project>',
      about: 'a project and its pages',
      options: ['owner'],
    }),
    download: command(async () => (await import('./docs/download.ts')).download, {
      words: '<project>',
      about: 'the site as .tar.gz',
      options: ['output', 'owner'],
    }),
    abort: command(async () => (await projects()).abort, {
      words: '<project>',
      about: 'stop a running generation',
      options: ['owner'],
    }),
    delete: command(async () => (await projects()).remove, {
      words: '<project>',
      about: 'remove a project with its site; asks first',
      options: ['yes', 'owner'],
    }),
    users: command(async () => (await users()).listUsers, { about: 'all users' }),
    'users list': command(async () => (await users()).listUsers, { about: 'the same as users' }),
    'users add': command(async () => (await users()).addUser, {
      words: '<user>',
      about: 'add a user and print the key',
      options: ['role'],
    }),
    'users remove': command(async () => (await users()).removeUser, {
      words: '<user>',
      about: 'remove a user with all their projects; asks first',
      options: ['yes'],
    }),
    grants: command(async () => (await grants()).listGrants, {
      words: '<project>',
      about: 'who else can read a project',
      options: ['owner'],
    }),
    'grants list': command(async () => (await grants()).listGrants, {
      words: '<project>',
      about: 'the same as grants',
      options: ['owner'],
    }),
    'grants add': command(async () => (await grants()).addGrant, {
      words: '<project> <user>',
      about: 'let a user read a project',
      options: ['owner'],
    }),
    'grants remove': command(async () => (await grants()).removeGrant, {
      words: '<project> <user>',
      about: 'remove a user’s access to a project',
      options: ['owner'],
    }),
    'rotate-key': command(async () => (await users()).rotateKey, {
      words: '[user]',
      about: 'replace your key or, as an administrator, a user’s',
      options: ['stdin'],
    }),
  },
  footer: `
The server is --server, LANTERN_DOCS_SERVER or the one of this folder; your key is LANTERN_DOCS_KEY.
Without these, LANTERN_SERVER and LANTERN_KEY are used. On this machine ADMIN_KEY works too, also from .env. Exit status: 0 done, 1 refused or failed, also when a search finds nothing, 2 usage error.`,
};

export async function docs(args: readonly string[], shell: Shell): Promise<number | void> {
  return runGroup(docsGroup, args, shell);
}
