import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { DocsClient } from './client.ts';
import { print, usage, type DocsOptions } from './options.ts';
import { watch } from './watch.ts';

export async function generate(
  client: DocsClient,
  [source]: readonly string[],
  options: DocsOptions,
): Promise<void> {
  if (source === undefined) throw usage('Name a repository: its URL or its folder');
  const { branch, provider, model, timeout, force } = options;
  if (timeout !== undefined && !/^[1-9]\d{0,8}$/.test(timeout)) {
    throw usage('--timeout is a number of minutes');
  }
  const body = {
    ...(isFolder(source) ? { repo_path: resolve(source) } : { repo_url: source }),
    ...(branch !== undefined && { branch }),
    ...(provider !== undefined && { ai_provider: provider }),
    ...(model !== undefined && { ai_model: model }),
    ...(timeout !== undefined && { ai_cli_timeout: Number(timeout) }),
    force,
  };
  const accepted = await client.ask<{ project: string }>('POST', '/api/generate', body);
  if (options.watch) return watch(client, accepted.project, options);
  const hint = `See how it goes: lantern docs show ${accepted.project}`;
  print(options, accepted, `Generating ${accepted.project}. ${hint}`);
}

/** `name` alone could be either: it is a folder when there is one. */
function isFolder(source: string): boolean {
  if (/^(\/|\.{1,2}(\/|$))/.test(source)) return true;
  return statSync(source, { throwIfNoEntry: false })?.isDirectory() === true;
}
