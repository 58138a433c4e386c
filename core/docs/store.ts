import { grantedTo, isGranted } from '#core/identity/grants.ts';
import type { Caller } from '#core/identity/rules.ts';
import { allRows } from '#core/platform/all-rows.ts';
import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { removeRows } from '#core/runs/remove-rows.ts';
import type { Query, Stored } from '#core/platform/ports/records.ts';
import { progressFeed } from './progress.ts';
import type { ProjectKey } from './project-files.ts';
import { assertSiteName, isSiteName } from './schema.ts';
import { projectOf, variantsEnd } from './variant.ts';
import {
  cachedPages,
  generationPages,
  pageAnswers,
  generations,
  listedColumns,
  projects,
  type Generation,
  type GenerationPage,
  type Listed,
  type Project,
} from './tables.ts';

type Needs = Pick<Platform, 'records'>;

/**
 * The project that a name means to the caller: their own, else one granted to them, else for
 * administrators anybody's; of several the one that changed last. `owner` says which. What the
 * caller may not see does not exist.
 */
export async function findProject(
  needs: Needs,
  caller: Caller,
  name: string,
  owner?: string,
): Promise<Stored<Project> | undefined> {
  if (!isSiteName(name)) return undefined;
  const project = projectOf(name);
  const { records } = needs;
  const { username, isAdmin } = caller;
  if (owner !== undefined) {
    const sees =
      isAdmin || owner === username || (await isGranted(needs, { owner, name: project }, username));
    return sees ? readRow(needs, { owner, name }) : undefined;
  }
  const own = await readRow(needs, { owner: username, name });
  if (own) return own;
  const granted = (await grantedTo(needs, username)).filter((each) => each.name === project);
  const rows = await Promise.all(
    granted.map((each) => readRow(needs, { owner: each.owner, name })),
  );
  const [newest] = rows.filter((row) => row !== undefined).sort(newestFirst);
  if (newest || !isAdmin) return newest;
  const query = { index: 'by_name', where: { name }, order: 'descending', limit: 1 } as const;
  const [row] = (await records.list(projects, query)).rows;
  return row && withProgress(needs, row);
}

/** As findProject. Absent: 'missing'; no project can have the name: 'invalid'. */
export async function readProject(
  needs: Needs,
  caller: Caller,
  name: string,
  owner?: string,
): Promise<Stored<Project>> {
  assertSiteName(name);
  const project = await findProject(needs, caller, name, owner);
  if (project) return project;
  throw new Failure('missing', 'no_project', `Project '${name}' not found`);
}

/** As readProject. A grant lets read; only the owner and administrators change a project. */
export async function readChangeable(
  needs: Needs,
  caller: Caller,
  name: string,
  owner?: string,
): Promise<Stored<Project>> {
  const project = await readProject(needs, caller, name, owner);
  const isOwner = project.owner === caller.username && caller.role !== 'viewer';
  if (caller.isAdmin || isOwner) return project;
  throw new Failure('forbidden', 'read_only', 'Write access required.');
}

/** All that the caller may see; what changed last comes first. */
export async function readVisible(needs: Needs, caller: Caller): Promise<Listed[]> {
  if (caller.isAdmin) return all(needs, { index: 'by_change', order: 'descending' });
  const own = await all(needs, ownedBy(caller.username));
  const granted = await grantedTo(needs, caller.username);
  const others = await Promise.all(
    granted.filter(({ owner }) => owner !== caller.username).map((key) => readFamily(needs, key)),
  );
  const rows = [...own, ...others.flat()];
  return others.length === 0 ? rows : rows.sort(newestFirst);
}

/** The sites of a project: that of the default branch, if there is one, then its variants by name. */
export async function readFamily(
  needs: Needs,
  { owner, name }: ProjectKey,
): Promise<(Listed & Pick<Project, 'queued'>)[]> {
  const project = projectOf(name);
  const columns = [...listedColumns, 'queued'] as const;
  const ranges = [
    { from: project, to: project },
    { from: `${project}@`, to: `${project}@${variantsEnd}` },
  ];
  const pages = await Promise.all(
    ranges.map((range) =>
      Array.fromAsync(allRows(needs, projects, { where: { owner }, ...range }, columns)),
    ),
  );
  return Promise.all(pages.flat(2).map((row) => withProgress(needs, row)));
}

/** What changed last comes first. */
export async function listOwned(needs: Needs, owner: string): Promise<Stored<Project>[]> {
  return (await Array.fromAsync(allRows(needs, projects, ownedBy(owner)))).flat();
}

function ownedBy(owner: string) {
  return { index: 'by_owner', where: { owner }, order: 'descending' } as const;
}

/** The latest first. */
export async function listGenerations(
  { records }: Needs,
  { owner, name }: ProjectKey,
  limit = 20,
): Promise<readonly Stored<Generation>[]> {
  const query = { index: 'by_project', where: { owner, name }, order: 'descending' } as const;
  return (await records.list(generations, { ...query, limit })).rows;
}

/** Everything that is kept beside the project's own row and its files, except what belongs to a
 * generation under way. Repeated: the rest. */
export async function removeHistory(
  needs: Pick<Platform, 'records' | 'feed'>,
  { owner, name }: ProjectKey,
): Promise<void> {
  const { records } = needs;
  for (const { id, status } of await listGenerations(needs, { owner, name }, 10_000)) {
    if (status !== 'generating') await removeGeneration(needs, id);
  }
  await removeRows({ records }, cachedPages, { owner, name });
  await removeRows({ records }, pageAnswers, { owner, name });
}

/** With its pages and its progress; the generation itself goes last. Repeated: nothing. */
export async function removeGeneration(
  needs: Pick<Platform, 'records' | 'feed'>,
  id: string,
): Promise<void> {
  await removePages(needs, id);
  await needs.feed.delete(progressFeed(id));
  await needs.records.delete(generations, { id });
}

export async function listPages(
  { records }: Needs,
  generation: string,
): Promise<readonly Stored<GenerationPage>[]> {
  return (await records.list(generationPages, { where: { generation }, limit: 10_000 })).rows;
}

export function removePages(needs: Needs, generation: string): Promise<void> {
  return removeRows(needs, generationPages, { generation });
}

/** The project as it stands now. Absent: undefined. */
export async function readRow(
  { records }: Needs,
  { owner, name }: ProjectKey,
): Promise<Stored<Project> | undefined> {
  const row = await records.get(projects, { owner, name });
  return row && withProgress({ records }, row);
}

/** While a project is generated, its progress is only in the generation's row. */
async function withProgress<Row extends Listed>({ records }: Needs, row: Row): Promise<Row> {
  const { status, generation } = row;
  if (status !== 'generating' || generation === null) return row;
  const running = await records.get(generations, { id: generation });
  if (running?.status !== 'generating') return row;
  return { ...row, page_count: running.pages, current_stage: running.stage };
}

async function all(needs: Needs, query: Query<Project>): Promise<Listed[]> {
  const result: Listed[] = [];
  for await (const rows of allRows(needs, projects, query, listedColumns)) {
    result.push(...(await Promise.all(rows.map((row) => withProgress(needs, row)))));
  }
  return result;
}

function newestFirst(a: Listed, b: Listed): number {
  return a.updated_at < b.updated_at ? 1 : a.updated_at > b.updated_at ? -1 : 0;
}
