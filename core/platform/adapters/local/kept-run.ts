import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ProgramResult } from '../../ports.ts';
import { maxErrorBytes, maxOutputBytes } from './command-line.ts';
import { codeOf } from './storage-failure.ts';

export type Stop = 'timed-out' | 'aborted';

/** The files of one run that kept-program.sh leads. They are few and small, so most are read and
 * written in place. Nothing is synced: they are there for a killed server, not for a machine without
 * power. */
export type KeptRun = ReturnType<typeof keptRun>;

export function keptRun(folder: string) {
  const place = (file: string) => join(folder, file);

  return {
    folder,

    /** False: there is a run of this name. */
    create(work: string, input: string): boolean {
      if (!makeFolder(folder)) return false;
      for (const [file, text] of Object.entries({ work, in: input, out: '', err: '' })) {
        writeFileSync(place(file), text, { mode: 0o600 });
      }
      return true;
    },

    /** The shell that leads the run, while it lives. A later process with its number has another
     * command line; a dead one that was not reaped has none. */
    async findLeader(): Promise<number | undefined> {
      const pid = Number(read('pid'));
      return pid > 0 && (await commandLineOf(pid)).includes(folder) ? pid : undefined;
    },

    /** Tells the shell to stop the run, and a later server why it has no answer. */
    noteStop: (reason: Stop) => writeFileSync(place('stop'), reason),

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

    remove: () => rmSync(folder, { recursive: true, force: true }),
  };

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

function makeFolder(folder: string): boolean {
  try {
    mkdirSync(folder, { mode: 0o700 });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    if (codeOf(error) !== 'ENOENT') throw error;
  }
  mkdirSync(join(folder, '..'), { recursive: true, mode: 0o700 });
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
  if (statSync(path).size === 0) return '';
  await using file = await open(path);
  const { size } = await file.stat();
  const bytes = Buffer.alloc(Math.min(size, maxErrorBytes));
  const { bytesRead } = await file.read(bytes, 0, bytes.length, size - bytes.length);
  return new TextDecoder().decode(bytes.subarray(0, bytesRead));
}
