import type { GenerationEntry } from '#core/docs/projects/project-entry.ts';
import { stageText } from '#core/docs/pages/words.ts';
import type { Project } from '#core/docs/tables.ts';
import { isVariant } from '#core/docs/variant.ts';
import { inWords, writtenBy } from '#core/docs/generate/asking/writer.ts';
import { count } from '#core/text/count.ts';
import { ago } from '../line/ago.ts';
import { confirm } from '../line/confirm.ts';
import { plain } from '../line/plain.ts';
import { paint, print, type Shell } from '../line/shell.ts';
import { aligned } from '../line/table.ts';
import type { DocsContext } from './context.ts';
import { ownerOf, projectPath } from './options.ts';
import { commit } from './words.ts';

type Entry = Pick<
  Project,
  | 'name'
  | 'owner'
  | 'status'
  | 'page_count'
  | 'current_stage'
  | 'last_commit_sha'
  | 'last_generated'
>;

interface ProjectRecord extends Project {
  /** The other sites of the project. Absent: the server is older. */
  readonly variants?: readonly { readonly name: string }[];
  readonly plan: {
    readonly navigation: { group: string; pages: { slug: string; title: string }[] }[];
  } | null;
}

/** The stage of a running generation, or the result of one that has ended. */
function stateOf({ status, current_stage }: Entry): string {
  if (status !== 'generating') return status === 'error' ? 'failed' : status;
  return current_stage === null ? 'generating' : stageText(current_stage).toLowerCase();
}

const colours = { ready: 'green', error: 'red', generating: 'cyan' } as const;

function painted({ stdout }: Shell, { status }: Entry, text: string): string {
  return paint(stdout, colours[status], text);
}

/** Without the plan's text, which the object repeats. */
export function asData({ plan_json: _text, ...record }: ProjectRecord) {
  return record;
}

export async function readRecord(
  { client, options }: DocsContext,
  name: string | undefined,
): Promise<ProjectRecord> {
  return client.ask<ProjectRecord>({ path: projectPath(name), query: ownerOf(options) });
}

export async function readGenerations({ client, options }: DocsContext, name: string | undefined) {
  const path = projectPath(name, '/generations');
  const query = ownerOf(options);
  const answer = await client.ask<{ generations: GenerationEntry[] }>({ path, query });
  return answer.generations;
}

export async function list({ client, options, shell }: DocsContext) {
  const answer = await client.ask<{ projects: Entry[] }>({ path: '/api/projects' });
  const { projects } = answer;
  const rows = projects.map((entry) => [
    entry.name,
    entry.owner,
    stateOf(entry),
    String(entry.page_count),
    commit(entry.last_commit_sha),
    ago(entry.last_generated),
  ]);
  const head = ['NAME', 'OWNER', 'STATUS', 'PAGES', 'COMMIT', 'GENERATED'];
  const text = aligned([head, ...rows], (cell, _, column, row) => {
    const entry = projects[row - 1];
    if (!entry) return paint(shell.stdout, 'bold', cell);
    return column === 2 ? painted(shell, entry, cell) : cell;
  });
  const none = 'No projects yet: lantern docs generate <url>';
  print(shell, options, answer, rows.length === 0 ? none : text);
}

export async function show(context: DocsContext, [name]: readonly string[]) {
  const { options, shell } = context;
  const project = await readRecord(context, name);
  const generations = await readGenerations(context, name);
  const { error_message, plan, branch, error_pages, last_generated } = project;
  const facts = [
    ['Name', project.name],
    ['Owner', project.owner],
    ['Repository', project.repo_url],
    ...(branch === null ? [] : [['Branch', branch]]),
    ['Status', stateOf(project)],
    ...(error_message === null
      ? []
      : [['Error', inWords(error_message, generations[0]?.writer ?? null)]]),
    ['Pages', `${project.page_count}${error_pages > 0 ? `, ${error_pages} failed` : ''}`],
    ...(project.status === 'error' && project.site ? [['Site', siteText(project.site)]] : []),
    ['Commit', project.last_commit_sha ?? '-'],
    ['Generated', last_generated === null ? '-' : `${ago(last_generated)} (${last_generated})`],
    ['Written by', writtenBy(project, generations) ?? '-'],
    ...(project.variants ?? []).map(({ name: site }, at) => [at === 0 ? 'Other sites' : '', site]),
  ];
  const pages = (plan?.navigation ?? []).flatMap(({ group, pages: inGroup }) => [
    `\n${paint(shell.stdout, 'bold', plain(group))}`,
    ...inGroup.map(({ title, slug }) => `  ${plain(title)} (${plain(slug)})`),
  ]);
  const text = aligned(facts, (cell, value, column) =>
    column === 0
      ? paint(shell.stdout, 'bold', cell)
      : value === stateOf(project)
        ? painted(shell, project, cell)
        : cell,
  );
  print(shell, options, asData(project), [text, ...pages].join('\n'));
}

/** The site that is served after a generation that failed. */
export function siteText({ page_count, commit_sha, generated_at }: NonNullable<Project['site']>) {
  return `${count(page_count, 'page')} of ${ago(generated_at)}, commit ${commit(commit_sha)}, still served`;
}

export async function abort({ client, options, shell }: DocsContext, [name]: readonly string[]) {
  const path = projectPath(name, '/abort');
  const answer = await client.ask({ method: 'POST', path, query: ownerOf(options) });
  print(shell, options, answer, `Stopped generating ${name ?? ''}`);
}

export async function remove(context: DocsContext, [name]: readonly string[]) {
  const { client, options, shell } = context;
  const path = projectPath(name);
  const isYes = await confirm(context, async () => {
    const { owner, page_count, variants = [] } = await readRecord(context, name);
    const isAll = variants.length > 0 && !isVariant(name ?? '');
    const others = isAll ? ` and ${count(variants.length, 'site')} of branches and tags` : '';
    return `Delete ${name ?? ''} of ${owner} and its site of ${page_count} pages${others}?`;
  });
  if (!isYes) return 1;
  const answer = await client.ask({ method: 'DELETE', path, query: ownerOf(options) });
  print(shell, options, answer, `Deleted ${name ?? ''}`);
}
