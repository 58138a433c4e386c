import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { ProgramResult } from '../../../ports/programs/programs.ts';
import { ended, maxErrorBytes, maxOutputBytes } from './command-line.ts';
import { codeOf } from '../../rules/storage-failure.ts';

export type Stop = 'timed-out' | 'aborted';

/** The files of one run of kept-program.sh. They are small and in the system's cache: threads would take
 * longer than they do. Nothing is synced: the files must survive a killed server, not a power cut. */
export type KeptRun = ReturnType<typeof keptRun>;

export function keptRun(folder: string) {
  const place = (file: string) => join(folder, file);

  return {
    folder,

    /** False: a run of this name exists. */
    create(work: string, input: string): boolean {
      mkdirSync(dirname(folder), { recursive: true, mode: 0o700 });
      try {
        mkdirSync(folder, { mode: 0o700 });
      } catch (error) {
        if (codeOf(error) === 'EEXIST') return false;
        throw error;
      }
      writeFileSync(place('work'), work, { mode: 0o600 });
      writeFileSync(place('in'), input, { mode: 0o600 });
      return true;
    },

    /** The process id of the run's shell while it lives. A later process with the same id has
     * another command line; a zombie has none. */
    async findLeader(): Promise<number | undefined> {
      const pid = group();
      return pid && (await commandLineOf(pid)).includes(folder) ? pid : undefined;
    },

    /** The id of its process group. The system may have given it to another one by now. */
    group,

    /** The shell stops the run when this file exists; a later server reads the reason from it. */
    noteStop(reason: Stop): void {
      try {
        writeFileSync(place('stop'), reason);
      } catch {
        // On a full disk this server still stops the run by signals.
      }
    },

    isLarge: () => ['out', 'err'].some((file) => sizeOf(file) > maxOutputBytes),

    /** The result of a run that has ended. Undefined: it was killed before it wrote one. */
    async findResult(): Promise<ProgramResult | undefined> {
      const code = read('code');
      const stop = read('stop').trimEnd();
      if (stop === '' && !code.endsWith('\n')) return undefined;
      const stderr = await tailOf(place('err'));
      if (this.isLarge()) return ended('too-large', stderr);
      if (stop !== '') return ended(stop as Stop, stderr);
      const stdout = new TextDecoder().decode(readFileSync(place('out')));
      return { end: 'exited', code: Number(code), stdout, stderr };
    },

    work: () => read('work'),

    touched: () => statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Infinity,

    remove: () => rmSync(folder, { recursive: true, force: true }),
  };

  function group(): number | undefined {
    return Number(read('pid')) || undefined;
  }

  /** Absent: empty. */
  function read(file: string): string {
    try {
      return readFileSync(place(file), 'utf8');
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return '';
      throw error;
    }
  }

  function sizeOf(file: string): number {
    return statSync(place(file), { throwIfNoEntry: false })?.size ?? 0;
  }
}

async function commandLineOf(pid: number): Promise<string> {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
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
