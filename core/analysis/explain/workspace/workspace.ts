import type { Platform } from '#core/platform/ports/platform.ts';
import type { Tree } from '#core/platform/ports/trees.ts';
import type { Job } from '../../base/tables/job-tables.ts';
import { repositoryName } from '#core/text/url.ts';
import type { EffectiveParams } from '../../base/schema/params.ts';
import { artifactsFolder } from '../../base/schema/request.ts';

/** The repositories of a job and the artifacts of its build, side by side. */
export interface Workspace {
  readonly folders: readonly string[];
  /** For other programs. In the cloud the first call fetches all files. */
  directory(): Promise<string>;
  readonly tree: Tree;
  /** Finds a file by a path from the workspace or from the tests repository. Absent: undefined. */
  find(path: string): Promise<FoundFile | undefined>;
  /** A file of the tests repository; at most so many bytes. Absent: undefined. */
  readTests(path: string, maxBytes: number): Promise<string | undefined>;
  close(): Promise<void>;
}

export interface FoundFile {
  /** In the tree. */
  readonly path: string;
  /** For readers: in the tests repository, else with the folder of its repository. */
  readonly name: string;
  readonly lines: number;
}

/** Undefined: the job has neither repositories nor artifacts, or none could be read. */
export async function openWorkspace(
  { trees }: Pick<Platform, 'trees'>,
  { id, params, folders }: Job,
): Promise<Workspace | undefined> {
  const { tests, all: names } = foldersOf(params);
  // Jobs of earlier versions do not have the folders.
  const all = folders ?? names;
  if (all.length === 0) return undefined;
  const tree = await trees.open(id);
  if (!tree) return undefined;
  const inTests = (path: string) => `${tests}/${path}`;

  return {
    folders: all,
    directory: () => tree.directory(),
    tree,

    async find(path) {
      const plain = path.replace(/^(?:\.?\/)+/, '');
      for (const place of tests === undefined ? [plain] : [plain, inTests(plain)]) {
        const lines = await tree.lines(place);
        if (lines !== undefined) return { path: place, name: nameOf(place), lines };
      }
      return undefined;
    },

    async readTests(path, maxBytes) {
      const bytes = tests === undefined ? undefined : await tree.read(inTests(path), maxBytes);
      return bytes && new TextDecoder().decode(bytes);
    },

    close: () => tree.close(),
  };

  function nameOf(path: string): string {
    const [first = '', ...rest] = path.split('/');
    // A folder of the tests repository may have the name of another repository.
    return first === tests && !all.includes(rest[0] ?? '') ? rest.join('/') : path;
  }
}

type Repositories = Pick<EffectiveParams, 'tests_repo_url' | 'additional_repos'>;

interface Folders {
  /** The folder of the tests repository; undefined: there is none. */
  readonly tests: string | undefined;
  /** The folders of all repositories. */
  readonly all: readonly string[];
}

/** The folders of a workspace, one for each repository. An additional repository has its own name,
 * the tests repository the name in its URL. */
export function foldersOf({ tests_repo_url: url, additional_repos }: Repositories): Folders {
  const names = additional_repos.map(({ name }) => name);
  if (url === null) return { tests: undefined, all: names };
  const reserved = new Set([artifactsFolder, ...names.map((name) => name.toLowerCase())]);
  let tests = nameIn(url);
  while (reserved.has(tests.toLowerCase())) tests += '-tests';
  return { tests, all: [tests, ...names] };
}

function nameIn(url: string): string {
  const name = repositoryName(url).replace(/[^\w.-]+/g, '-');
  return name.replace(/^[.-]+/, '') || 'tests';
}
