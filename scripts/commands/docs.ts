import { docsClient, type DocsClient } from './docs/client.ts';
import { generate } from './docs/generate.ts';
import { addGrant, listGrants, removeGrant } from './docs/grants.ts';
import { readOptions, usage, type DocsOptions } from './docs/options.ts';
import { abort, download, list, remove, show } from './docs/projects.ts';
import { addUser, listUsers, removeUser, rotateKey } from './docs/users.ts';
import { watch } from './docs/watch.ts';

const help = `Usage: lantern docs <command> [--server <url>] [--owner <name>] [--json]

  generate <url|folder>       write the documentation of a repository
      --watch                 show how it goes until it ends; Ctrl-C leaves it running
      --force                 write every page anew
      --branch, --provider, --model <name>, --timeout <minutes>
  watch <name>                show a generation that runs already
  list                        the projects that you may see
  show <name>                 a project and its pages
  download <name> [-o file]   the site as .tar.gz; "-o -" writes to standard output
  abort <name>                stop a running generation
  delete <name>               remove a project with its site
  users [list]                all users
  users add <name> [--role admin|user|viewer]
  users remove <name>
  grants [list] <project>     who else reads it
  grants add|remove <project> <user>
  rotate-key [user] [--stdin] a new key, yours or a user's; --stdin reads it

The server is --server, LANTERN_SERVER or the one of this folder. Your key is read from LANTERN_KEY;
on this machine ADMIN_KEY or .env will do. Exit status: 0 done, 1 refused or failed, 2 misused.`;

type Command = (client: DocsClient, args: readonly string[], options: DocsOptions) => Promise<void>;

const commands: Readonly<Record<string, Command>> = {
  generate,
  watch: watchNamed,
  list,
  show,
  download,
  abort,
  delete: remove,
  users: listUsers,
  'users list': listUsers,
  'users add': addUser,
  'users remove': removeUser,
  grants: listGrants,
  'grants list': listGrants,
  'grants add': addGrant,
  'grants remove': removeGrant,
  'rotate-key': rotateKey,
};

async function watchNamed(client: DocsClient, [name]: readonly string[], options: DocsOptions) {
  if (name === undefined) throw usage('Name a project');
  await watch(client, name, options);
}

export async function docs(args: readonly string[]): Promise<void> {
  const { values, positionals } = readOptions(args);
  const [first = 'help', second = ''] = positionals;
  if (values.help || first === 'help') return console.log(help);
  const long = Object.hasOwn(commands, `${first} ${second}`);
  const name = long ? `${first} ${second}` : first;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw usage(`Unknown command '${positionals.join(' ')}'`);
  await command(docsClient(values.server), positionals.slice(long ? 2 : 1), values);
}
