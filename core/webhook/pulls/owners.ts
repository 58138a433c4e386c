import * as z from 'zod/mini';
import { isFailure } from '#core/platform/failure.ts';
import { listFiles } from '#core/scm/changed-files.ts';
import type { Scm } from '#core/scm/client.ts';
import { isOutage } from '#core/scm/refusal.ts';
import { repositoryPath } from '#core/scm/pull-request.ts';
import { readContent } from '#core/scm/read-content.ts';
import type { HandlerContext } from './context.ts';
import { type OwnersFile, parseOwners } from './parse-owners.ts';
import type { Pull } from './pull.ts';
import { quote } from './quote.ts';
import { readBranch } from './read-branch.ts';

export interface Area {
  /** Empty: the whole repository. */
  readonly folder: string;
  /** One of them has to approve. */
  readonly approvers: readonly string[];
}

/** Who decides about the files of a pull request. Logins are in lower case. */
export interface Owners {
  /** The nearest folders with approvers at or above each touched file. */
  readonly areas: readonly Area[];
  /** Those that the nearest folders with reviewers name. */
  readonly reviewers: readonly string[];
  /** Approvers of any folder above a touched file. */
  readonly approvers: ReadonlySet<string>;
  /** Everyone that these files name: they may use commands. */
  readonly people: ReadonlySet<string>;
  /** Files that cannot be read, and why: they block a merge, since they may name approvers. */
  readonly problems: readonly string[];
  /** Where the touched files are, and were before they were moved. */
  readonly paths: readonly string[];
  /** False: more files than can be read, so that areas may be missing. */
  readonly isComplete: boolean;
}

const fileName = 'OWNERS';
const maxFiles = 100;
const deepest = 64;

/**
 * Reads the OWNERS files at the head of the base branch, so that a pull request cannot name its own
 * approvers.
 */
export async function readOwners(
  context: Pick<HandlerContext, 'scm' | 'settings'>,
  pull: Pull,
): Promise<Owners> {
  const { scm } = context;
  const { sha } = await readBranch(context, pull);
  const files = await listFiles(scm, pull.name);
  const paths = files.flatMap(({ path, previousPath }) =>
    previousPath === undefined ? [path] : [path, previousPath],
  );
  const folders = paths.map(folderOf);
  const touched = new Set(folders.filter((folder) => !isDeep(folder)));
  const above = new Set([...touched].flatMap(upward));
  const problems: string[] = [];
  const present = await foldersWithOwners(context, pull, sha).catch((error: unknown) => {
    if (!isFailure(error) || isOutage(error)) throw error;
    problems.push(`${quote(fileName)}: ${quote(error.message)}`);
    return new Set<string>();
  });
  const owned = [...above].filter((folder) => present?.has(folder) ?? true);
  const filesByFolder = new Map<string, OwnersFile>();
  for (const folder of owned.slice(0, maxFiles)) {
    const path = folder === '' ? fileName : `${folder}/${fileName}`;
    const owners = await readFile(scm, pull, {
      path,
      commit: sha,
      isListed: present !== undefined,
    });
    if (typeof owners === 'string') problems.push(`${quote(path)}: ${quote(owners)}`);
    else if (owners) filesByFolder.set(folder, owners);
  }
  const isComplete =
    owned.length <= maxFiles && files.length >= pull.changedFiles && !folders.some(isDeep);
  return { ...combined(touched, filesByFolder), paths, problems, isComplete };
}

interface Place {
  readonly path: string;
  readonly commit: string;
  readonly isListed: boolean;
}

/** Undefined: there is no such file. A text: what is wrong with it. */
async function readFile(scm: Scm, { name }: Pull, { isListed, ...place }: Place) {
  try {
    const content = await readContent(scm, name, place);
    if (content !== undefined) return parseOwners(content);
    return isListed ? 'the code host does not give it' : undefined;
  } catch (error) {
    if (!isFailure(error) || isOutage(error)) throw error;
    return error.message;
  }
}

function combined(touched: ReadonlySet<string>, filesByFolder: ReadonlyMap<string, OwnersFile>) {
  const root = filesByFolder.get('')?.['root-approvers'] ?? [];
  const peopleIn = (folder: string, key: 'approvers' | 'reviewers') =>
    filesByFolder.get(folder)?.[key] ?? [];
  const nearest = (key: 'approvers' | 'reviewers') => {
    const hasPeople = (folder: string) => peopleIn(folder, key).length > 0;
    return new Set([...touched].flatMap((folder) => upward(folder).find(hasPeople) ?? []));
  };
  const files = [...filesByFolder.values()];
  const approvers = new Set([...files.flatMap((file) => file.approvers), ...root]);
  const others = files.flatMap((file) => [...file.reviewers, ...file['allowed-users']]);
  return {
    areas: [...nearest('approvers')].sort().map((folder) => ({
      folder,
      approvers: [...new Set([...peopleIn(folder, 'approvers'), ...root])],
    })),
    reviewers: [
      ...new Set([...nearest('reviewers')].flatMap((folder) => peopleIn(folder, 'reviewers'))),
    ],
    approvers,
    people: new Set([...approvers, ...others]),
  };
}

const treeSchema = z.object({
  truncated: z.catch(z.boolean(), false),
  tree: z.array(z.object({ path: z.string(), type: z.string() })),
});

/** Undefined: the tree is larger than the host tells, so that each folder has to be tried. */
async function foldersWithOwners(
  { scm }: Pick<HandlerContext, 'scm'>,
  { name }: Pull,
  sha: string,
): Promise<ReadonlySet<string> | undefined> {
  const path = `${repositoryPath(name)}/git/trees/${encodeURIComponent(sha)}?recursive=1`;
  const { truncated, tree } = await scm.json(path, { shape: treeSchema });
  if (truncated) return undefined;
  const files = tree.filter(({ path, type }) => type === 'blob' && baseName(path) === fileName);
  return new Set(files.map(({ path }) => folderOf(path)));
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** Thousands of paths with thousands of parents would take gigabytes. */
function isDeep(folder: string): boolean {
  return folder.split('/').length > deepest;
}

/** The folder, its parents, and the root. */
function upward(folder: string): string[] {
  if (folder === '') return [''];
  return [folder, ...upward(folderOf(folder))];
}
