import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import type { Blobs, Trees } from '#core/platform/ports.ts';
import type { TarEntry } from '#core/text/tar.ts';
import { isKept, treeFolder } from '../tree-folder.ts';
import { assertTreeName } from '../tree-name.ts';

export interface AwsTreesOptions {
  readonly blobs: Blobs;
  /** Where trees are unpacked; several processes may share it. */
  readonly directory: string;
}

const folder = 'trees/';
const ending = '.tar.gz';
const compression = 1;

/** Working trees as archives, unpacked by whichever worker opens them. An unpacked one stays
 * while it is open, and is used again by who comes meanwhile. */
export function awsTrees({ blobs, directory }: AwsTreesOptions): Trees {
  const unpacked = new Map<string, { readonly path: Promise<string | undefined>; users: number }>();
  const keyOf = (name: string) => `${folder}${name}${ending}`;

  async function unpack(name: string): Promise<string | undefined> {
    const content = await blobs.get(keyOf(name));
    if (!content) return undefined;
    // Every function opens this home, and few have to do with trees.
    const { untar } = await import('#core/text/untar.ts');
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const root = await mkdtemp(join(directory, `${name}-`));
    const gunzip = createGunzip();
    pipeline(Readable.from(content.body), gunzip, () => {});
    try {
      for await (const { name: path, body } of untar(gunzip)) {
        const place = join(root, path);
        if (!place.startsWith(root + sep)) throw new Error('A name in a kept tree leads outside');
        await mkdir(dirname(place), { recursive: true });
        await writeFile(place, body);
      }
    } catch (error) {
      await rm(root, { recursive: true, force: true });
      throw error;
    }
    return root;
  }

  return {
    async keep(name, from) {
      assertTreeName(name);
      const { tar } = await import('#core/text/tar.ts');
      const gzip = createGzip({ level: compression });
      pipeline(Readable.from(tar(entriesOf(from))), gzip, () => {});
      await blobs.put(keyOf(name), gzip);
      const gone = join(dirname(from), `gone-${randomUUID()}`);
      await rename(from, gone);
      await rm(gone, { recursive: true, force: true, maxRetries: 3 });
    },

    async open(name) {
      assertTreeName(name);
      let use = unpacked.get(name);
      if (!use) unpacked.set(name, (use = { path: unpack(name), users: 0 }));
      const held = use;
      held.users += 1;
      let isOpen = true;
      const close = async () => {
        if (!isOpen) return;
        isOpen = false;
        held.users -= 1;
        if (held.users > 0) return;
        if (unpacked.get(name) === held) unpacked.delete(name);
        const path = await held.path.catch(() => undefined);
        if (path !== undefined) await rm(path, { recursive: true, force: true, maxRetries: 3 });
      };
      const path = await held.path.catch(async (error: unknown) => {
        await close();
        throw error;
      });
      if (path !== undefined) return treeFolder(path, close);
      await close();
      return undefined;
    },

    at: (path) => treeFolder(path),

    async forget(name) {
      assertTreeName(name);
      await blobs.delete(keyOf(name));
    },

    async list() {
      const names: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await blobs.list(folder, cursor === undefined ? {} : { cursor });
        const keys = page.entries.map(({ key }) => key).filter((key) => key.endsWith(ending));
        names.push(...keys.map((key) => key.slice(folder.length, -ending.length)));
        cursor = page.cursor;
      } while (cursor !== undefined);
      return names;
    },
  };
}

async function* entriesOf(root: string, below = ''): AsyncGenerator<TarEntry> {
  const entries = await readdir(join(root, below), { withFileTypes: true });
  for (const entry of entries) {
    if (!isKept(entry.name)) continue;
    const name = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) yield* entriesOf(root, name);
    else if (entry.isFile()) {
      const path = join(root, name);
      // A name that is not UTF-8 comes back as another one, which is not there.
      const found = await stat(path).catch(() => undefined);
      if (found) yield { name, size: found.size, body: createReadStream(path) };
    }
  }
}
