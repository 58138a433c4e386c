import { setTimeout as pause } from 'node:timers/promises';
import type { Progress } from '#core/docs/progress.ts';
import { inWords } from '#core/docs/generate/asking/writer.ts';
import { usage } from '../line/group.ts';
import { inPath } from '#core/docs/variant.ts';
import { plain } from '../line/plain.ts';
import { paint, print } from '../line/shell.ts';
import type { DocsContext } from './context.ts';
import { ownerOf, projectPath } from './options.ts';
import { progressLine } from './progress-line.ts';
import { asData, readGenerations, readRecord, siteText } from './projects.ts';
import { commit } from './words.ts';

interface ProgressPage {
  readonly generation: string | null;
  readonly status: string;
  readonly cursor: number;
  readonly entries: readonly Progress[];
}

export async function watchNamed(context: DocsContext, [name]: readonly string[]) {
  if (name === undefined) throw usage('Give the name of a project');
  return watch(context, name);
}

/** Lost connections in a row: the watch continues when the server restarts. */
const maxRetries = 5;

/** Shows a generation until it ends. Exit status 1: it failed. */
export async function watch(context: DocsContext, name: string): Promise<number | void> {
  const { client, options, shell } = context;
  const line = progressLine(shell);
  const leave = () => {
    line.end();
    shell.stderr.write(`${name} is still being generated. Stop it: lantern docs abort ${name}\n`);
    process.exit(130);
  };
  process.once('SIGINT', leave);
  let cursor = 0;
  let generation = '';
  for (;;) {
    const page = await client.ask<ProgressPage>({
      path: projectPath(name, '/progress'),
      query: { wait: '20', after: String(cursor), generation, ...ownerOf(options) },
      retries: maxRetries,
    });
    ({ cursor } = page);
    generation = page.generation ?? '';
    for (const entry of page.entries) {
      if (options.json) print(shell, options, { event: 'progress', ...entry }, '');
      else line.show(entry);
    }
    if (page.status !== 'generating') break;
    // The last feed entry precedes the record, and a fast server may close the feed first.
    if (page.entries.length === 0 || page.entries.at(-1)?.ended) await pause(100);
  }
  line.end();
  process.off('SIGINT', leave);
  const project = await readRecord(context, name);
  const { status, page_count, error_pages, error_message, last_commit_sha, site } = project;
  const isReady = status === 'ready';
  const failed = error_pages > 0 ? `, ${error_pages} of them failed` : '';
  const query = new URLSearchParams(ownerOf(options)).toString();
  const address = `${client.server}/docs/${inPath(name)}/${query && `?${query}`}`;
  const text = isReady
    ? `${paint(shell.stdout, 'green', 'Ready:')} ${page_count} pages${failed}, commit ${commit(last_commit_sha)}\n${address}`
    : `${paint(shell.stdout, 'red', 'Failed:')} ${plain(await reasonOf(context, name, error_message))}${site ? `\nSite: ${siteText(site)}` : ''}`;
  print(shell, options, { event: 'ended', ...asData(project) }, text);
  return isReady ? 0 : 1;
}

async function reasonOf(
  context: DocsContext,
  name: string,
  message: string | null,
): Promise<string> {
  const [newest] = await readGenerations(context, name);
  return inWords(message ?? 'the server gave no reason', newest?.writer ?? null);
}
