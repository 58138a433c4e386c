import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { ProgramResult } from '../../ports.ts';
import type { ProcessMark } from './process-mark.ts';
import { codeOf } from './storage-failure.ts';

/** Who runs a program, and for what. */
export interface Claim {
  readonly work: string;
  /** The process that waits for it and writes its result. */
  readonly keeper: ProcessMark;
  /** Leads the program's group; absent for the moment before it starts. */
  readonly program?: ProcessMark;
}

/** What outlives the processes, for each name of a run: `.claim` from before it starts, `.result`
 * when it has ended, `.stop` when somebody wants it to end. */
export type RunRecords = ReturnType<typeof runRecords>;

/**
 * All in place, since the files are few and small, and most belong to a process that does nothing
 * else. Nothing is synced: they are there for killed processes, not for a machine without power.
 */
export function runRecords(folder: string) {
  const place = (name: string, kind: string) => join(folder, `${name}.${kind}`);

  const records = {
    /** False: there is a claim. */
    claim(name: string, claim: Claim): boolean {
      try {
        writeFileSync(place(name, 'claim'), JSON.stringify(claim), { flag: 'wx', mode: 0o600 });
        return true;
      } catch (error) {
        if (codeOf(error) === 'EEXIST') return false;
        if (codeOf(error) !== 'ENOENT') throw error;
      }
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      return records.claim(name, claim);
    },

    amend(name: string, claim: Claim): void {
      replace(name, 'claim', claim);
    },

    /** Half of one, as a death or a full disk leaves it: 'unreadable'. */
    findClaim(name: string): Claim | 'unreadable' | undefined {
      return read<Claim>(name, 'claim', ({ keeper }) => typeof keeper.pid === 'number');
    },

    finish(name: string, result: ProgramResult): void {
      replace(name, 'result', result);
    },

    findResult(name: string): ProgramResult | undefined {
      const found = read<ProgramResult>(name, 'result', ({ end }) => typeof end === 'string');
      return found === 'unreadable' ? undefined : found;
    },

    askToStop(name: string): void {
      writeFileSync(place(name, 'stop'), '', { mode: 0o600 });
    },

    isAskedToStop: (name: string): boolean => existsSync(place(name, 'stop')),

    /** The claim goes last: until then the name is taken. */
    forget(name: string): void {
      for (const kind of ['stop', 'part', 'result', 'claim']) {
        const path = place(name, kind);
        // Most are not there, and to look is cheaper than to fail.
        if (existsSync(path)) rmSync(path, { force: true });
      }
    },

    /** All of which there is anything. */
    names(): string[] {
      const files = readdirOf(folder);
      return [...new Set(files.map((file) => file.slice(0, file.lastIndexOf('.'))))];
    },

    /** When the last thing was written. */
    touched(name: string): Date {
      const times = ['claim', 'result', 'part', 'stop'].map(
        (kind) => statSync(place(name, kind), { throwIfNoEntry: false })?.mtimeMs ?? 0,
      );
      return new Date(Math.max(...times));
    },
  };
  return records;

  function replace(name: string, kind: string, content: object): void {
    writeFileSync(place(name, 'part'), JSON.stringify(content), { mode: 0o600 });
    renameSync(place(name, 'part'), place(name, kind));
  }

  function read<Content>(
    name: string,
    kind: string,
    isWhole: (content: Content) => boolean,
  ): Content | 'unreadable' | undefined {
    let text: string;
    try {
      text = readFileSync(place(name, kind), 'utf8');
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined;
      throw error;
    }
    try {
      const content = JSON.parse(text) as Content;
      return isWhole(content) ? content : 'unreadable';
    } catch {
      return 'unreadable';
    }
  }
}

function readdirOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return [];
    throw error;
  }
}
