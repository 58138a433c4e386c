import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { GenerationEntry } from '#core/docs/history.ts';
import { writtenBy } from '#core/docs/writer.ts';
import { Failure } from '#core/platform/failure.ts';
import { aligned } from '../table.ts';
import type { DocsClient } from './client.ts';
import { ownerQuery, print, projectPath, type DocsOptions } from './options.ts';
import { commit, plain } from './words.ts';

interface Entry {
  readonly name: string;
  readonly owner: string;
  readonly status: string;
  readonly page_count: number;
  readonly current_stage: string | null;
  readonly last_commit_sha: string | null;
  readonly last_generated: string | null;
  readonly error_message: string | null;
}

interface RecordOf extends Entry {
  readonly repo_url: string;
  readonly branch: string | null;
  readonly ai_provider: string | null;
  readonly ai_model: string | null;
  readonly error_pages: number;
  readonly plan: {
    readonly navigation: { group: string; pages: { slug: string; title: string }[] }[];
  } | null;
}

/** What a running generation does; one that ended says how, whatever its last stage was. */
function stateOf({ status, current_stage }: Entry): string {
  return status === 'generating' ? (current_stage ?? status) : status;
}

export async function list(client: DocsClient, _: readonly string[], options: DocsOptions) {
  const answer = await client.ask<{ projects: Entry[] }>('GET', '/api/projects');
  const rows = answer.projects.map((entry) => [
    ...[entry.name, entry.owner, stateOf(entry), String(entry.page_count)],
    ...[commit(entry.last_commit_sha), entry.last_generated ?? '-'],
  ]);
  const head = ['NAME', 'OWNER', 'STATUS', 'PAGES', 'COMMIT', 'GENERATED'];
  const text = rows.length === 0 ? 'No projects yet: lantern docs generate <url>' : '';
  print(options, answer, text || aligned([head, ...rows]));
}

export async function show(client: DocsClient, [name]: readonly string[], options: DocsOptions) {
  const project = await client.ask<RecordOf>('GET', projectPath(name, ownerQuery(options)));
  const { generations } = await client.ask<{ generations: GenerationEntry[] }>(
    'GET',
    projectPath(name, `/generations${ownerQuery(options)}`),
  );
  const { error_message, plan, branch, error_pages } = project;
  const facts = [
    ['Name', project.name],
    ['Owner', project.owner],
    ['Repository', project.repo_url],
    ...(branch === null ? [] : [['Branch', branch]]),
    ['Status', stateOf(project)],
    ...(error_message === null ? [] : [['Error', error_message]]),
    ['Pages', `${project.page_count}${error_pages > 0 ? `, ${error_pages} failed` : ''}`],
    ['Commit', project.last_commit_sha ?? '-'],
    ['Generated', project.last_generated ?? '-'],
    ['Written by', writtenBy(project, generations) ?? '-'],
  ];
  const pages = (plan?.navigation ?? []).flatMap(({ group, pages }) => [
    `\n${plain(group)}`,
    ...pages.map(({ title, slug }) => `  ${plain(title)} (${plain(slug)})`),
  ]);
  print(options, project, [aligned(facts), ...pages].join('\n'));
}

export async function download(
  client: DocsClient,
  [name]: readonly string[],
  options: DocsOptions,
) {
  const response = await client.load(projectPath(name, `/download${ownerQuery(options)}`));
  const body = Readable.fromWeb(response.body as never);
  if (options.output === '-') return pipeline(body, process.stdout);
  const file = options.output ?? `${name ?? ''}-docs.tar.gz`;
  const draft = `${file}.${process.pid}.part`;
  try {
    await pipeline(body, createWriteStream(draft, { flags: 'wx' }));
    await rename(draft, file);
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall !== 'open' && syscall !== 'write' && syscall !== 'rename') throw error;
    throw new Failure(
      'unavailable',
      'unwritable',
      `${file} cannot be written (${code ?? syscall})`,
    );
  } finally {
    await rm(draft, { force: true });
  }
  print(options, { file }, `Written to ${file}`);
}

export async function abort(client: DocsClient, [name]: readonly string[], options: DocsOptions) {
  const path = projectPath(name, `/abort${ownerQuery(options)}`);
  print(options, await client.ask('POST', path), `Stopped generating ${name ?? ''}`);
}

export async function remove(client: DocsClient, [name]: readonly string[], options: DocsOptions) {
  const path = projectPath(name, ownerQuery(options));
  print(options, await client.ask('DELETE', path), `Deleted ${name ?? ''}`);
}
