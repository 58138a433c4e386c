import { execFile } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdir, open, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ProgramResult } from '../../../ports/programs.ts';
import { maxErrorBytes, maxOutputBytes } from './command-line.ts';
import { codeOf } from '../files/storage-failure.ts';

export type Stop = 'timed-out' | 'aborted';

/** The files of one run that kept-program.sh leads. Small ones are read in place; a new file may
 * have to wait for the disk. Nothing is synced: they are there for a killed server, not for a machine without
 * power. */
export type KeptRun = ReturnType<typeof keptRun>;

export function keptRun(folder: string) {
  const place = (file: string) => join(folder, file);

  return {
    folder,

    /** False: there is a run of this name. */
    async create(work: string, input: string): Promise<boolean> {
      if (!(await makeFolder(folder))) return false;
      const files = Object.entries({ work, in: input });
      await Promise.all(files.map(([file, text]) => writeFile(place(file), text, { mode: 0o600 })));
      return true;
    },

    /** The shell that leads the run, while it lives. A later process with its number has another
     * command line; a dead one that was not reaped has none. */
    async findLeader(): Promise<number | undefined> {
      const pid = group();
      return pid && (await commandLineOf(pid)).includes(folder) ? pid : undefined;
    },

    /** The number of its process group, which may be that of another by now. */
    group,

    /** Tells the shell to stop the run, and a later server why it has no answer. */
    noteStop(reason: Stop): void {
      try {
        writeFileSync(place('stop'), reason);
      } catch {
        // A full disk does not keep this server from stopping it.
      }
    },

    /** It has printed more than it may. */
    isLarge: () => ['out', 'err'].some((file) => sizeOf(file) > maxOutputBytes),

    /** Of a run that has ended. Undefined: it was killed before it could tell. */
    async findResult(): Promise<ProgramResult | undefined> {
      const code = read('code');
      const stop = read('stop').trimEnd();
      if (stop === '' && !code.endsWith('\n')) return undefined;
      const stderr = await tailOf(place('err'));
      if (this.isLarge()) return ended('too-large', stderr);
      if (stop !== '') return ended(stop as Stop, stderr);
      const stdout = new TextDecoder().decode(await readFile(place('out')));
      return { end: 'exited', code: Number(code), stdout, stderr };
    },

    work: () => read('work'),

    touched: () => statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Infinity,

    remove: () => rm(folder, { recursive: true, force: true }),
  };

  function group(): number | undefined {
    return Number(read('pid')) || undefined;
  }

  /** Absent: empty. */
  function read(file: string): string {
    try {
      return readFileSync(place(file), 'utf8');
    } catch (error) {
      // Earlier versions kept a run in files that lie where its folder is now.
      if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return '';
      throw error;
    }
  }

  function sizeOf(file: string): number {
    return statSync(place(file), { throwIfNoEntry: false })?.size ?? 0;
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
  if (!statSync(path, { throwIfNoEntry: false })?.size) return '';
  await using file = await open(path);
  const { size } = await file.stat();
  const bytes = Buffer.alloc(Math.min(size, maxErrorBytes));
  const { bytesRead } = await file.read(bytes, 0, bytes.length, size - bytes.length);
  return new TextDecoder().decode(bytes.subarray(0, bytesRead));
}
