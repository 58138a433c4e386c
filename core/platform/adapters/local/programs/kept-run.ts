import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import type { ProgramResult } from '../../../ports/programs/programs.ts';
import { ended, maxErrorBytes, maxOutputBytes } from './command-line.ts';
import { statOf } from './process-group.ts';
import { codeOf } from '../../rules/storage-failure.ts';

export type Stop = 'timed-out' | 'aborted';

/** The files of one run of kept-program.sh. They are small and in the system's cache: threads would take
 * longer than they do. Nothing is synced: the files must survive a killed server, not a power cut. */
export type KeptRun = ReturnType<typeof keptRun>;

/** In the order in which they are removed: without `in` there is no run. */
const files = ['state', 'out', 'err', 'stop', 'in'] as const;
type File = (typeof files)[number];

/** `path` begins the names of the files. */
export function keptRun(path: string) {
  const place = (file: File) => `${path}.${file}`;
  /** It does not change any more. */
  let last: ReturnType<typeof parse> | undefined;

  return {
    path,

    /** False: the run exists. */
    create(input: string): boolean {
      const write = () => writeFileSync(place('in'), input, { mode: 0o600, flag: 'wx' });
      try {
        write();
      } catch (error) {
        if (codeOf(error) === 'EEXIST') return false;
        if (codeOf(error) !== 'ENOENT') throw error;
        mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
        write();
      }
      return true;
    },

    /** The id of the run's command while it lives. A later process with the same id has another
     * parent than the shell that holds the state of this run open. */
    async findLeader(): Promise<number | undefined> {
      const { pid, code } = state();
      if (pid === undefined || code !== undefined) return undefined;
      return (await isStartedFor(pid, place('state'))) ? pid : undefined;
    },

    /** The id of its process group. The system may have given it to another one by now. */
    group: () => state().pid,

    /** The run is stopped when this file exists, also without this server; a later one reads the
     * reason from it. */
    noteStop(reason: Stop): void {
      try {
        writeFileSync(place('stop'), reason);
      } catch {
        // On a full disk this server still stops the run by signals.
      }
    },

    isLarge: () => (['out', 'err'] as const).some((file) => sizeOf(file) > maxOutputBytes),

    /** The result of a run that has ended. Undefined: it was killed before it wrote one. */
    async findResult(): Promise<ProgramResult | undefined> {
      const { code } = state();
      const stop = existsSync(place('stop')) ? read('stop').trimEnd() : '';
      if (stop === '' && code === undefined) return undefined;
      const stderr = await tailOf(place('err'));
      if (this.isLarge()) return ended('too-large', stderr);
      if (stop !== '') return ended(stop as Stop, stderr);
      const stdout = new TextDecoder().decode(readFileSync(place('out')));
      return { end: 'exited', code: Number(code), stdout, stderr };
    },

    touched: () => statSync(place('in'), { throwIfNoEntry: false })?.mtimeMs ?? Infinity,

    remove(): void {
      last = undefined;
      for (const file of files) if (existsSync(place(file))) unlinkSync(place(file));
    },
  };

  function state() {
    if (last) return last;
    const parsed = parse(read('state'));
    if (parsed.code !== undefined) last = parsed;
    return parsed;
  }

  function parse(text: string) {
    const [ids = '', ...codes] = text.split('\n');
    return {
      pid: Number(ids.split(' ', 1)[0]) || undefined,
      /** Undefined: there is none, or only its beginning. */
      code: codes.length > 1 ? codes[0] : undefined,
    };
  }

  /** Absent: empty. */
  function read(file: File): string {
    try {
      return readFileSync(place(file), 'utf8');
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return '';
      throw error;
    }
  }

  function sizeOf(file: File): number {
    return statSync(place(file), { throwIfNoEntry: false })?.size ?? 0;
  }
}

/** Whether its parent is the shell of kept-program.sh that holds the file open. */
async function isStartedFor(pid: number, file: string): Promise<boolean> {
  try {
    if (process.platform === 'linux') {
      const { parent } = statOf(readFileSync(`/proc/${pid}/stat`, 'latin1'));
      const handle = statSync(`/proc/${parent}/fd/9`);
      const own = statSync(file);
      return handle.ino === own.ino && handle.dev === own.dev;
    }
    // Without /proc a shell is known by the folder of its runs alone.
    const parent = await ps('ppid=', pid);
    return (await ps('args=', parent.trim())).includes(dirname(file));
  } catch {
    return false;
  }
}

async function ps(field: string, pid: number | string): Promise<string> {
  return (await promisify(execFile)('/bin/ps', ['-ww', '-o', field, '-p', String(pid)])).stdout;
}

async function tailOf(path: string): Promise<string> {
  if (!statSync(path, { throwIfNoEntry: false })?.size) return '';
  await using file = await open(path);
  const { size } = await file.stat();
  const bytes = Buffer.alloc(Math.min(size, maxErrorBytes));
  const { bytesRead } = await file.read(bytes, 0, bytes.length, size - bytes.length);
  return new TextDecoder().decode(bytes.subarray(0, bytesRead));
}
