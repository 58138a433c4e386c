import { aligned } from '../table.ts';
import type { DocsClient } from './client.ts';
import { print, projectPath, usage, type DocsOptions } from './options.ts';

export async function listGrants(
  client: DocsClient,
  [project]: readonly string[],
  options: DocsOptions,
) {
  const { path, owner } = await accessTo(client, project, options);
  const query = `?owner=${encodeURIComponent(owner)}`;
  const answer = await client.ask<{ users: string[] }>('GET', path + query);
  const rows = answer.users.map((username) => [username]);
  const none = `Nobody but ${owner} and the administrators reads it.`;
  print(options, answer, rows.length === 0 ? none : aligned([['USERNAME'], ...rows]));
}

export async function addGrant(
  client: DocsClient,
  [project, username]: readonly string[],
  options: DocsOptions,
) {
  if (username === undefined) throw usage('Name a project and a user');
  const { path, owner } = await accessTo(client, project, options);
  const granted = await client.ask('POST', path, { username, owner });
  print(options, granted, `${username} can read ${project ?? ''} of ${owner}`);
}

export async function removeGrant(
  client: DocsClient,
  [project, username]: readonly string[],
  options: DocsOptions,
) {
  if (username === undefined) throw usage('Name a project and a user');
  const { path, owner } = await accessTo(client, project, options);
  const query = `?owner=${encodeURIComponent(owner)}`;
  const revoked = await client.ask('DELETE', `${path}/${encodeURIComponent(username)}${query}`);
  print(options, revoked, `${username} can no longer read ${project ?? ''} of ${owner}`);
}

/** Whose project it is, is asked where it is not said. */
async function accessTo(client: DocsClient, project: string | undefined, options: DocsOptions) {
  const found = projectPath(project);
  const owner = options.owner ?? (await client.ask<{ owner: string }>('GET', found)).owner;
  return { path: found.replace('/api/', '/api/admin/') + '/access', owner };
}
