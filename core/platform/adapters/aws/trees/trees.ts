import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Failure } from '../../../failure.ts';
import type { Blobs } from '../../../ports/blobs.ts';
import type { Tree, Trees } from '../../../ports/trees.ts';
import type { ArchiveEntry } from '#core/text/pack-archive.ts';
import { sideBySide } from '../../rules/side-by-side.ts';
import { isKept, treeFolder } from '../../rules/tree-folder.ts';
import { assertTreeName } from '../../rules/tree-name.ts';

export interface AwsTreesOptions {
  readonly blobs: Blobs;
  /** Trees are unpacked here; several processes may share it. */
  readonly directory: string;
}

const folder = 'trees/';
const ending = '.tar.gz';
const compression = 1;

/** Path, hash and lines of a file. */
type IndexEntry = readonly [path: string, hash: string | null, lines: number];

/**
 * Working trees as archives, each with an index of its files. A step that only compares hashes and
 * line counts reads the index; one that needs the files unpacks the archive.
 */
export function awsTrees({ blobs, directory }: AwsTreesOptions): Trees {
  const keyOf = (name: string) => `${folder}${name}${ending}`;
  const indexOf = (name: string) => `${folder}${name}.index.json`;

  async function unpacked(name: string): Promise<Tree> {
    const content = await blobs.get(keyOf(name));
    if (!content) {
      throw new Failure('unavailable', 'no_tree', 'The working tree was removed. Try again.');
    }
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const root = await mkdtemp(join(directory, `${name}-`));
    const remove = () => rm(root, { recursive: true, force: true, maxRetries: 3 });
    try {
      const { unpack } = await import('./unpack.ts');
      await unpack(content.body, root);
    } catch (error) {
      await remove();
      throw error;
    }
    return treeFolder(root, remove);
  }

  /** Undefined: there is no such tree. */
  async function readIndex(name: string): Promise<Map<string, IndexEntry> | undefined> {
    const content = await blobs.get(indexOf(name));
    if (!content) return undefined;
    const entries = JSON.parse(await text(content.body)) as IndexEntry[];
    return new Map(entries.map((each) => [each[0], each]));
  }

  return {
    async keep(name, folders) {
      assertTreeName(name);
      const from = typeof folders === 'string' ? folders : await sideBySide(folders);
      const tree = treeFolder(from);
      const entries: IndexEntry[] = [];
      for await (const path of filesIn(from)) {
        const facts = await tree.facts(path);
        if (facts) entries.push([path, facts.hash ?? null, facts.lines]);
      }
      const { packArchive } = await import('#core/text/pack-archive.ts');
      await blobs.put(keyOf(name), packArchive(entriesOf(from), { level: compression }));
      await blobs.put(indexOf(name), JSON.stringify(entries));
      const trash = join(dirname(from), `gone-${randomUUID()}`);
      await rename(from, trash);
      await rm(trash, { recursive: true, force: true, maxRetries: 3 });
    },

    async open(name) {
      assertTreeName(name);
      const index = await readIndex(name);
      if (!index) return undefined;
      let whole: Promise<Tree> | undefined;
      const tree = () => (whole ??= unpacked(name));
      return {
        directory: async () => (await tree()).directory(),
        files: async (limit) => (await tree()).files(limit),
        read: async (path, maxBytes) => (await tree()).read(path, maxBytes),
        hash: async (path) => index.get(path)?.[1] ?? undefined,
        lines: async (path) => index.get(path)?.[2],
        close: async () => (await whole?.catch(() => undefined))?.close(),
      };
    },

    at: (path) => treeFolder(path),

    async gather(...limits) {
      const { gatheredFiles } = await import('../../rules/archives/gathered-files.ts');
      return gatheredFiles(directory)(...limits);
    },

    async forget(name) {
      assertTreeName(name);
      await blobs.delete(indexOf(name));
      // Last: list() reads these keys.
      await blobs.delete(keyOf(name));
    },

    async list() {
      const names: string[] = [];
      for await (const { key } of blobs.list(folder)) {
        if (key.endsWith(ending)) names.push(key.slice(folder.length, -ending.length));
      }
      return names;
    },
  };
}

async function* entriesOf(root: string): AsyncGenerator<ArchiveEntry> {
  for await (const name of filesIn(root)) {
    const path = join(root, name);
    // A name that is not UTF-8 is decoded to another one, which does not exist.
    const file = await stat(path).catch(() => undefined);
    if (file) yield { name, size: file.size, body: createReadStream(path) };
  }
}

async function* filesIn(root: string, below = ''): AsyncGenerator<string> {
  const entries = await readdir(join(root, below), { withFileTypes: true });
  for (const entry of entries) {
    if (!isKept(entry.name)) continue;
    const name = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) yield* filesIn(root, name);
    else if (entry.isFile()) yield name;
  }
}
