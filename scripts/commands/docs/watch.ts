import { setTimeout as pause } from 'node:timers/promises';
import type { GenerationEntry } from '#core/docs/projects/project-entry.ts';
import type { Progress } from '#core/docs/progress.ts';
import { inWords } from '#core/docs/generate/asking/writer.ts';
import { isFailure } from '#core/platform/failure.ts';
import { usage } from '../line/group.ts';
import { plain } from '../line/plain.ts';
import { paint, print } from '../line/shell.ts';
import type { DocsContext } from './context.ts';
import { ownerQuery, projectPath } from './options.ts';
import { progressLine } from './progress-line.ts';
import { asData, readRecord } from './projects.ts';
import { commit } from './words.ts';

interface ProgressPage {
  readonly generation: string | null;
  readonly status: string;
  readonly cursor: number;
  readonly entries: readonly Progress[];
}

export async function watchNamed(context: DocsContext, [name]: readonly string[]) {
  if (name === undefined) throw usage('Name a project');
  return watch(context, name);
}

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
    const query = new URLSearchParams({ wait: '20', after: String(cursor) });
    if (generation !== '') query.set('generation', generation);
    if (options.owner !== undefined) query.set('owner', options.owner);
    const page = await patient(() =>
      client.ask<ProgressPage>('GET', projectPath(name, `/progress?${query.toString()}`)),
    );
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
  const { status, page_count, error_pages, error_message, last_commit_sha } = project;
  const isReady = status === 'ready';
  const failed = error_pages > 0 ? `, ${error_pages} of them failed` : '';
  const address = `${client.server}/docs/${encodeURIComponent(name)}/${ownerQuery(options)}`;
  const text = isReady
    ? `${paint(shell.stdout, 'green', 'Ready:')} ${page_count} pages${failed}, commit ${commit(last_commit_sha)}\n${address}`
    : `${paint(shell.stdout, 'red', 'Failed:')} ${plain(await reasonOf(context, name, error_message))}`;
  print(shell, options, { event: 'ended', ...asData(project) }, text);
  return isReady ? 0 : 1;
}

async function reasonOf(
  { client, options }: DocsContext,
  name: string,
  message: string | null,
): Promise<string> {
  const path = projectPath(name, `/generations${ownerQuery(options)}`);
  const { generations } = await client.ask<{ generations: GenerationEntry[] }>('GET', path);
  return inWords(message ?? 'the server gave no reason', generations[0]?.writer ?? null);
}

const maxTries = 5;

/** The watch continues when the server restarts. */
async function patient<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      if (attempt === maxTries || !isFailure(error, 'upstream')) throw error;
      await pause(1_000 * attempt);
    }
  }
}
