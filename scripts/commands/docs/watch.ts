import { setTimeout as pause } from 'node:timers/promises';
import type { Progress } from '#core/docs/progress.ts';
import { isFailure } from '#core/platform/failure.ts';
import type { DocsClient } from './client.ts';
import { ownerQuery, print, projectPath, type DocsOptions } from './options.ts';
import { commit, plain } from './words.ts';

interface ProgressPage {
  readonly generation: string | null;
  readonly status: string;
  readonly cursor: number;
  readonly entries: readonly Progress[];
}

interface Project {
  readonly name: string;
  readonly status: string;
  readonly page_count: number;
  readonly error_pages: number;
  readonly last_commit_sha: string | null;
  readonly error_message: string | null;
}

/** Shows a generation until it ends; exit status 1 when it failed. */
export async function watch(client: DocsClient, name: string, options: DocsOptions): Promise<void> {
  const line = progressLine(options);
  process.once('SIGINT', () => {
    line.end();
    console.error(`${name} goes on being generated. Stop it: lantern docs abort ${name}`);
    process.exit(130);
  });
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
    for (const entry of page.entries) line.show(textOf(entry));
    if (page.status !== 'generating') break;
    // The last entry comes just before the record says so, and a server may answer at once.
    if (page.entries.length === 0 || page.entries.at(-1)?.ended) await pause(100);
  }
  line.end();
  const project = await client.ask<Project>('GET', projectPath(name, ownerQuery(options)));
  const isReady = project.status === 'ready';
  const { page_count, error_pages, error_message, last_commit_sha } = project;
  const failed = error_pages > 0 ? `, ${error_pages} of them failed` : '';
  const text = isReady
    ? `Ready: ${page_count} pages${failed}, commit ${commit(last_commit_sha)}\n${client.server}/docs/${encodeURIComponent(name)}/${ownerQuery(options)}`
    : `Failed: ${plain(error_message ?? 'no reason is known')}`;
  print(options, project, text);
  if (!isReady) process.exitCode = 1;
}

const patience = 5;

/** A server that restarts does not end the watch. */
async function patient<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      if (attempt === patience || !isFailure(error, 'upstream')) throw error;
      await pause(1_000 * attempt);
    }
  }
}

function textOf(entry: Progress): string {
  const { stage, pages_done, pages_total, page, elapsed_seconds, cost_usd } = entry;
  const tokens = (entry.input_tokens ?? 0) + (entry.output_tokens ?? 0);
  const parts = [`${Math.round(elapsed_seconds)} s`, stage.replaceAll('_', ' ')];
  if (stage === 'generating_pages') parts.push(`${pages_done} of ${pages_total}`);
  if (page !== null && stage === 'generating_pages') parts.push(plain(page));
  if (tokens > 0) parts.push(`${tokens.toLocaleString('en')} tokens`);
  if (cost_usd !== null) parts.push(`$${cost_usd.toFixed(3)}`);
  return parts.join(' · ');
}

/** One line that changes on a terminal, else a line for each change. */
function progressLine({ json }: DocsOptions) {
  const isTerminal = process.stdout.isTTY && !json;
  let last = '';
  return {
    show(text: string) {
      if (json || text === last) return;
      last = text;
      const width = process.stdout.columns ?? 80;
      if (isTerminal) process.stdout.write(`\r\u001b[K${text.slice(0, width - 1)}`);
      else console.log(text);
    },
    end() {
      if (isTerminal && last !== '') process.stdout.write('\n');
    },
  };
}
