import { usage } from '../line/group.ts';
import { print } from '../line/shell.ts';
import { aligned } from '../line/table.ts';
import type { DocsContext } from './context.ts';
import { projectPath } from './options.ts';

export async function listGrants(context: DocsContext, [project]: readonly string[]) {
  const { path, owner } = await accessTo(context, project);
  const answer = await context.client.ask<{ users: string[] }>({ path, query: { owner } });
  const rows = answer.users.map((username) => [username]);
  const none = `Only ${owner} and administrators can read it.`;
  const text = rows.length === 0 ? none : aligned([['USERNAME'], ...rows]);
  print(context.shell, context.options, answer, text);
}

export async function addGrant(context: DocsContext, [project, username]: readonly string[]) {
  if (username === undefined) throw usage('Give a project and a user');
  const { path, owner } = await accessTo(context, project);
  const granted = await context.client.ask({ method: 'POST', path, body: { username, owner } });
  const text = `${username} can read ${project ?? ''} of ${owner}`;
  print(context.shell, context.options, granted, text);
}

export async function removeGrant(context: DocsContext, [project, username]: readonly string[]) {
  if (username === undefined) throw usage('Give a project and a user');
  const { path, owner } = await accessTo(context, project);
  const revoked = await context.client.ask({
    method: 'DELETE',
    path: `${path}/${encodeURIComponent(username)}`,
    query: { owner },
  });
  const text = `${username} can no longer read ${project ?? ''} of ${owner}`;
  print(context.shell, context.options, revoked, text);
}

/** Asks the server for the project's owner if --owner is absent. */
async function accessTo({ client, options }: DocsContext, project: string | undefined) {
  const path = projectPath(project);
  const owner = options.owner ?? (await client.ask<{ owner: string }>({ path })).owner;
  return { path: path.replace('/api/', '/api/admin/') + '/access', owner };
}
