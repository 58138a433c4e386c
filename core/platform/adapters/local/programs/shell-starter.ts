import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { ProgramRun } from '../../../ports/programs.ts';
import { maxOutputBytes } from './command-line.ts';

export interface Started {
  /** The shell of the run has ended, or there is nothing to tell of its end. */
  readonly over: Promise<void>;
  /** From now on the shell needs no server. */
  readonly leave: () => void;
}

interface Starter {
  readonly shell: ChildProcess;
  /** Of the runs that have not ended. */
  readonly ends: Map<number, () => void>;
  readonly idle: NodeJS.Timeout;
}

const idleMilliseconds = 5_000;
const script = fileURLToPath(new URL('./kept-program.sh', import.meta.url));
/** What makes a process lead a group of its own; macOS has no setsid. */
const leaders = [
  ['/usr/bin/setsid'],
  ['/bin/setsid'],
  ['/usr/bin/perl', '-e', 'setpgrp; exec @ARGV'],
];

/**
 * Starts kept-program.sh by a shell of 1 MB, which ends when it has had no run for 5 seconds. To
 * start a program Node forks, which copies the page tables of its memory: the event loop stood
 * still for 5 ms per 100 MB. Shell code goes to its stdin: no variable is seen in a command line.
 */
export function shellStarter() {
  let starter: Starter | undefined;
  let last = 0;

  return {
    /** Undefined: no run can be started in this way. */
    start(run: ProgramRun, folder: string): Started | undefined {
      const id = (last += 1);
      const code = codeOf(run, folder, id);
      if (code === undefined) return undefined;
      const opened = (starter ??= open());
      const { shell, ends, idle } = opened;
      const over = Promise.withResolvers<void>();
      const leave = () => {
        ends.delete(id);
        over.resolve();
        if (starter === opened) idle.refresh();
      };
      ends.set(id, leave);
      (shell.stdin as Writable).write(code);
      return { over: over.promise, leave };
    },

    close(): void {
      if (starter) end(starter);
    },
  };

  function open(): Starter {
    const shell = spawn('/bin/sh', ['-s'], {
      cwd: '/',
      env: {},
      detached: true,
      // Every shell that it starts holds the fourth one, which ends with this process.
      stdio: ['pipe', 'pipe', 'ignore', 'pipe'],
    });
    // Files of a run are its owner's; the command has the mask of this process.
    shell.stdin?.write('mask=$(umask); umask 077\n');
    const ends = new Map<number, () => void>();
    const idle = setTimeout(() => ends.size === 0 && end(opened), idleMilliseconds).unref();
    const opened = { shell, ends, idle };
    let text = '';
    (shell.stdout as Readable).on('data', (bytes: Buffer) => {
      const lines = (text + bytes.toString()).split('\n');
      text = lines.pop() ?? '';
      for (const id of lines) ends.get(Number(id))?.();
    });
    for (const source of [shell, ...streamsOf(shell)]) source.on('error', () => end(opened));
    shell.on('exit', () => end(opened));
    // It keeps no process from ending that waits for nothing else.
    for (const handle of [shell, ...streamsOf(shell)]) handle.unref();
    return opened;
  }

  function end(ended: Starter): void {
    if (starter === ended) starter = undefined;
    clearTimeout(ended.idle);
    for (const stream of streamsOf(ended.shell)) stream.destroy();
    for (const leave of ended.ends.values()) leave();
  }
}

function streamsOf({ stdio }: ChildProcess): readonly Socket[] {
  return stdio.filter((stream) => stream instanceof Socket);
}

/** It says the id when the run's shell has ended. */
function codeOf(run: ProgramRun, folder: string, id: number): string | undefined {
  const { directory, environment, timeoutMilliseconds } = run;
  const leader = leaders.find(([program = '']) => existsSync(program));
  const names = Object.keys(environment);
  const limits = [Math.ceil(timeoutMilliseconds / 500), maxOutputBytes].map(String);
  const words = [run.program, ...run.arguments];
  const texts = [...words, folder, directory, ...Object.values(environment)];
  const isPlain = names.every((name) => /^[A-Za-z_]\w*$/.test(name));
  const isThere = statSync(directory, { throwIfNoEntry: false })?.isDirectory();
  if (!leader || !isPlain || !isThere || texts.some((text) => text.includes('\0')))
    return undefined;
  const exported = names.map((name) => `export ${name}=${quoted(environment[name] ?? '')} && `);
  const shell = [...leader, '/bin/sh', script, folder, ...limits].map(quoted).join(' ');
  const command = `${shell} "$mask" ${words.map(quoted).join(' ')}`;
  return `(cd -- ${quoted(directory)} && ${exported.join('')}${command}; echo ${id}) &\n`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
