import { constants, existsSync } from 'node:fs';
import { mkdir, open, opendir, readlink, realpath, stat, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';

export interface Entry {
  readonly name: string;
  readonly isFolder: boolean;
  readonly isFile: boolean;
}

export type ConfinedFiles = Awaited<ReturnType<typeof confinedFiles>>;

const descriptors = '/proc/self/fd';
const hasDescriptors = existsSync(descriptors);
const maxFileBytes = 10 * 1024 * 1024;
const maxEntries = 20_000;
const maxNewFolders = 64;
const { O_RDONLY, O_WRONLY, O_CREAT, O_EXCL, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK } = constants;

/** The files below a folder, by their real paths: a link leads to nothing outside (S3). `more` are
 * folders that may be read too. */
export async function confinedFiles(folder: string, more: readonly string[] = []) {
  const root = await realpath(folder);
  const readable = [root, ...(await realPaths(more))];

  /** What is opened is checked, since a folder may have become a link after the look at its path. A
   * pipe without a writer opens at once. */
  async function opened(path: string, flags: number, roots: readonly string[] = readable) {
    const real = await realpath(path);
    assertInside(real, roots, path);
    const handle = await open(real, flags | O_NOFOLLOW | O_NONBLOCK);
    try {
      assertInside(await placeOf(handle, real), roots, path);
      return { handle, real };
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  async function inFolder<Result>(
    path: string,
    roots: readonly string[],
    use: (child: (name: string) => string) => Promise<Result>,
  ): Promise<Result> {
    const { handle, real } = await opened(path, O_RDONLY | O_DIRECTORY, roots);
    try {
      return await use((name) => below(handle, real, name));
    } finally {
      await handle.close();
    }
  }

  return {
    root,

    /** The absolute path of one that the model names. */
    path: (name = '.') => resolve(root, name),

    async read(path: string): Promise<Buffer> {
      const { handle } = await opened(path, O_RDONLY);
      try {
        const { size } = await statOfFile(handle, path);
        if (size > maxFileBytes) throw new Error(`${path} is larger than 10 MiB`);
        const bytes = Buffer.alloc(size);
        const { bytesRead } = await handle.read(bytes, 0, size, 0);
        return bytes.subarray(0, bytesRead);
      } finally {
        await handle.close();
      }
    },

    /** In the order of their names; at most 20,000. */
    list: (path: string): Promise<Entry[]> =>
      inFolder(path, readable, async (child) => {
        const entries: Entry[] = [];
        for await (const entry of await opendir(child('.'))) {
          const { name } = entry;
          entries.push({ name, isFolder: entry.isDirectory(), isFile: entry.isFile() });
          if (entries.length >= maxEntries) break;
        }
        return entries.sort((one, other) => (one.name < other.name ? -1 : 1));
      }),

    async write(path: string, text: string): Promise<void> {
      const file = await inFolder(dirname(path), [root], (child) =>
        open(child(basename(path)), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW),
      ).catch(async (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
        return (await opened(path, O_WRONLY, [root])).handle;
      });
      try {
        await statOfFile(file, path);
        await file.truncate(0);
        await file.writeFile(text);
      } finally {
        await file.close();
      }
    },

    /** With those above it. */
    async makeFolder(path: string): Promise<void> {
      const missing: string[] = [];
      let at = path;
      for (; (await realpath(at).catch(absent)) === undefined; at = dirname(at)) {
        missing.unshift(basename(at));
        if (missing.length > maxNewFolders) throw new Error(`${path} is too deep`);
      }
      for (const name of missing) {
        await inFolder(at, [root], (child) => mkdir(child(name)));
        at = join(at, name);
      }
    },
  };
}

function assertInside(real: string, roots: readonly string[], path: string): void {
  const isInside = roots.some(
    (root) => real === root || real.startsWith(root.endsWith(sep) ? root : root + sep),
  );
  // Files of the kernel show the environments of processes.
  if (!isInside || /^\/proc(?:\/|$)/.test(real)) {
    throw new Error(`${path} is outside of the session's folder`);
  }
}

async function statOfFile(handle: FileHandle, path: string) {
  const stats = await handle.stat();
  if (!stats.isFile()) throw new Error(`${path} is not a file`);
  return stats;
}

async function realPaths(paths: readonly string[]): Promise<string[]> {
  const all = await Promise.all(paths.map((path) => realpath(path).catch(absent)));
  return all.filter((path) => path !== undefined);
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/** Where an opened file lies now. `path` led to it. */
async function placeOf(handle: FileHandle, path: string): Promise<string> {
  if (hasDescriptors) return readlink(`${descriptors}/${handle.fd}`);
  const real = await realpath(path);
  const [atPath, opened] = await Promise.all([stat(real), handle.stat()]);
  if (atPath.ino === opened.ino && atPath.dev === opened.dev) return real;
  throw new Error(`${path} changed while it was opened`);
}

/** The path of a name in an opened folder: without /proc a folder that is exchanged leads elsewhere. */
function below(folder: FileHandle, real: string, name: string): string {
  return join(hasDescriptors ? `${descriptors}/${folder.fd}` : real, name);
}
