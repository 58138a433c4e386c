import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { usage } from '../line/group.ts';
import { print } from '../line/shell.ts';
import type { DocsContext } from './context.ts';
import { providerOf } from './options.ts';
import { watch } from './watch.ts';

export async function generate(
  context: DocsContext,
  [source = '']: readonly string[],
): Promise<number | void> {
  const { client, options, shell } = context;
  if (source === '') throw usage('Name a repository by its URL or its folder');
  const { branch, provider, model, timeout, force = false } = options;
  const body = {
    ...(isFolder(source) ? { repo_path: resolve(source) } : { repo_url: source }),
    ...(branch !== undefined && { branch }),
    ...(provider !== undefined && { ai_provider: providerOf(provider) }),
    ...(model !== undefined && { ai_model: model }),
    ...(timeout !== undefined && { ai_cli_timeout: Number(timeout) }),
    force,
  };
  const accepted = await client.ask<{ project: string }>({
    method: 'POST',
    path: '/api/generate',
    body,
  });
  const { project } = accepted;
  if (options.watch) {
    if (options.json) print(shell, options, { event: 'accepted', ...accepted }, '');
    return watch(context, project);
  }
  const hint = `Follow it with: lantern docs watch ${project}`;
  print(shell, options, accepted, `Generating ${project}. ${hint}`);
}

/** `name` may be a folder or a repository: an existing folder wins. */
function isFolder(source: string): boolean {
  if (/^(\/|\.{1,2}(\/|$))/.test(source)) return true;
  try {
    return statSync(source).isDirectory();
  } catch {
    return false;
  }
}
