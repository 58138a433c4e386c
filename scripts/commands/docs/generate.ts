import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { Failure } from '#core/platform/failure.ts';
import { estimateRows } from '#core/docs/pages/words.ts';
import type { Estimate } from '#core/docs/schema.ts';
import { confirm } from '../line/confirm.ts';
import { usage } from '../line/group.ts';
import { plain } from '../line/plain.ts';
import { paint, print } from '../line/shell.ts';
import type { ServerRequest } from '../line/server-client.ts';
import { aligned } from '../line/table.ts';
import type { DocsContext } from './context.ts';
import { type DocsOptions, ownerOf, projectPath, providerOf } from './options.ts';
import { watch } from './watch.ts';
import { inWords } from './words.ts';

export async function generate(
  context: DocsContext,
  [source = '']: readonly string[],
): Promise<number | void> {
  const { yes = false } = context.options;
  const body = { ...bodyOf(context.options, source), replace: yes };
  return accept(context, { path: '/api/generate', body });
}

/** Writes the pages that failed the last time. */
export async function retry(context: DocsContext, [name]: readonly string[]) {
  return accept(context, { path: projectPath(name, '/retry'), query: ownerOf(context.options) });
}

interface Answer {
  readonly project: string;
  readonly warning?: string;
  /** Refused: why, and the repository whose site would be replaced. */
  readonly detail?: string;
  readonly replaces?: string;
}

async function accept(
  context: DocsContext,
  request: Pick<ServerRequest, 'path' | 'query' | 'body'>,
): Promise<number | void> {
  const { client, options, shell } = context;
  const accepted = await client.ask<Answer>({ ...request, method: 'POST', accepts: 409 });
  const { detail, replaces, warning } = accepted;
  if (replaces !== undefined) {
    const question = async () => `${detail ?? ''}. Replace its site?`;
    if (!(await confirm(context, question, 'replace'))) return 1;
    return accept(context, { ...request, body: { ...request.body, replace: true } });
  }
  if (detail !== undefined) throw new Failure('forbidden', 'refused', inWords(409, detail));
  if (warning !== undefined) shell.stderr.write(`${plain(warning)}\n`);
  const { project } = accepted;
  if (options.watch) {
    if (options.json) print(shell, options, { event: 'accepted', ...accepted }, '');
    return watch(context, project);
  }
  const hint = `Follow it with: lantern docs watch ${project}`;
  print(shell, options, accepted, `Generating ${project}. ${hint}`);
}

/** Says what a generation would take. Nothing is generated. */
export async function estimate(
  { client, options, shell }: DocsContext,
  [source = '']: readonly string[],
): Promise<void> {
  const request = { method: 'POST', path: '/api/generate/estimate' } as const;
  const answer = await client.ask<Estimate>({ ...request, body: bodyOf(options, source) });
  const text = aligned(estimateRows(answer), (cell, _, column) =>
    column === 0 ? paint(shell.stdout, 'bold', cell) : cell,
  );
  if (answer.warning !== undefined) shell.stderr.write(`${plain(answer.warning)}\n`);
  print(shell, options, answer, text);
}

function bodyOf(options: DocsOptions, source: string) {
  if (source === '') throw usage('Give the URL or folder of a repository');
  const { name, branch, provider, model, timeout, force = false, 'max-cost': cost } = options;
  return {
    ...(isFolder(source) ? { repo_path: resolve(source) } : { repo_url: source }),
    ...(name !== undefined && { name }),
    ...(branch !== undefined && { branch }),
    ...(provider !== undefined && { ai_provider: providerOf(provider) }),
    ...(model !== undefined && { ai_model: model }),
    ...(timeout !== undefined && { ai_cli_timeout: Number(timeout) }),
    ...(cost !== undefined && { max_cost: Number(cost) }),
    force,
  };
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
