import { execFile } from 'node:child_process';
import { mkdir, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ProgramResult } from '../../ports.ts';
import { maxErrorBytes, maxOutputBytes } from './command-line.ts';
import { codeOf } from './storage-failure.ts';

export type Stop = 'timed-out' | 'aborted';

/** The files of one run that kept-program.sh leads. Nothing is synced: they are there for a killed
 * server, not for a machine without power. */
export type KeptRun = ReturnType<typeof keptRun>;

export function keptRun(folder: string) {
  const place = (file: string) => join(folder, file);

  return {
    folder,

    /** False: there is a run of this name. */
    async create(work: string, input: string): Promise<boolean> {
      if (!(await makeFolder(folder))) return false;
      const files = { work, in: input, out: '', err: '', code: '', stop: '' };
      const written = Object.entries(files).map(([file, text]) =>
        writeFile(place(file), text, { mode: 0o600 }),
      );
      await Promise.all(written);
      return true;
    },

    /** The shell that leads the run, while it lives. A later process with its number has another
     * command line; a dead one that was not reaped has none. */
    async findLeader(): Promise<number | undefined> {
      const pid = Number(await read('pid'));
      return pid > 0 && (await commandLineOf(pid)).includes(folder) ? pid : undefined;
    },

    /** Tells the shell to stop the run, and a later server why it has no answer. */
    noteStop: (reason: Stop) => writeFile(place('stop'), reason),

    /** Of a run that has ended. Undefined: it was killed before it could tell. */
    async findResult(): Promise<ProgramResult | undefined> {
      const code = await read('code');
      const stop = (await read('stop')).trimEnd();
      if (stop === '' && !code.endsWith('\n')) return undefined;
      const stderr = await tailOf(place('err'));
      const sizes = await Promise.all(['out', 'err'].map((file) => stat(place(file))));
      if (sizes.some(({ size }) => size > maxOutputBytes)) return ended('too-large', stderr);
      if (stop !== '') return ended(stop as Stop, stderr);
      return { end: 'exited', code: Number(code), stdout: await read('out'), stderr };
    },

    work: () => read('work'),

    async touched(): Promise<number> {
      return (await stat(folder).catch(() => undefined))?.mtimeMs ?? Infinity;
    },

    remove: () => rm(folder, { recursive: true, force: true }),
  };

  /** Absent: empty. */
  async function read(file: string): Promise<string> {
    try {
      return new TextDecoder().decode(await readFile(place(file)));
    } catch (error) {
      // Earlier versions kept a run in files that lie where its folder is now.
      if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return '';
      throw error;
    }
  }
}

export function ended(end: ProgramResult['end'], stderr = ''): ProgramResult {
  return { end, code: null, stdout: '', stderr };
}

async function makeFolder(folder: string): Promise<boolean> {
  try {
    await mkdir(folder, { mode: 0o700 });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    if (codeOf(error) !== 'ENOENT') throw error;
  }
  await mkdir(join(folder, '..'), { recursive: true, mode: 0o700 });
  return makeFolder(folder);
}

async function commandLineOf(pid: number): Promise<string> {
  try {
    if (process.platform === 'linux') return await readFile(`/proc/${pid}/cmdline`, 'utf8');
    const words = ['-ww', '-o', 'args=', '-p', String(pid)];
    return (await promisify(execFile)('/bin/ps', words)).stdout;
  } catch {
    return '';
  }
}

async function tailOf(path: string): Promise<string> {
  await using file = await open(path);
  const { size } = await file.stat();
  const bytes = Buffer.alloc(Math.min(size, maxErrorBytes));
  const { bytesRead } = await file.read(bytes, 0, bytes.length, size - bytes.length);
  return new TextDecoder().decode(bytes.subarray(0, bytesRead));
}
