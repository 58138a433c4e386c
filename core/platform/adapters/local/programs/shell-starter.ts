import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { ProgramRun } from '../../../ports/programs/programs.ts';
import { maxOutputBytes } from './command-line.ts';

export interface Started {
  /** Resolves when the run has ended, or when its end cannot be observed any more. */
  readonly over: Promise<void>;
  /** Stops observing the run. */
  readonly leave: () => void;
}

interface Starter {
  readonly shell: ChildProcess;
  /** One entry for each run that has not ended. */
  readonly ends: Map<number, () => void>;
  readonly idle: NodeJS.Timeout;
}

const idleMilliseconds = 5_000;
const [script, watch] = ['./kept-program.sh', './kept-watch.sh'].map((file) =>
  fileURLToPath(new URL(file, import.meta.url)),
) as [string, string];
/** Commands that make a process the leader of a new group; macOS has no setsid. */
const leader = [
  ['/usr/bin/setsid'],
  ['/bin/setsid'],
  ['/usr/bin/perl', '-e', 'setpgrp; exec @ARGV'],
].find(([program = '']) => existsSync(program));

/**
 * Starts programs from a shell of 1 MB, which ends after 5 seconds without a run. Node forks to start
 * a program and copies its page tables: that blocks the event loop for 5 ms per 100 MB. The shell
 * reads its code from stdin: no variable appears in a command line, which ends with `directory`. At
 * the end of stdin, which comes when this process is killed too, it watches the runs in `directory`
 * that have not ended.
 */
export function shellStarter(directory: string) {
  let starter: Starter | undefined;
  let last = 0;

  return {
    /** `path`: see kept-program.sh. */
    start(run: ProgramRun, path: string): Started {
      const id = (last += 1);
      const opened = (starter ??= open(run));
      const { shell, ends, idle } = opened;
      const over = Promise.withResolvers<void>();
      const leave = () => {
        ends.delete(id);
        over.resolve();
        if (starter === opened) idle.refresh();
      };
      ends.set(id, leave);
      (shell.stdin as Writable).write(codeOf(run, path, id));
      return { over: over.promise, leave };
    },

    close(): void {
      if (starter) end(starter);
    },
  };

  function open({ environment }: ProgramRun): Starter {
    const shell = spawn('/bin/sh', ['-s', directory], {
      cwd: '/',
      env: { PATH: environment['PATH'] ?? '' },
      detached: true,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const setup = [
      `max_bytes=${maxOutputBytes} directory=$1 mask=$(umask)`,
      // Only the owner may read the files of a run; the command gets the mask of this process.
      'umask 077',
      `lead() { exec ${leader?.map(quoted).join(' ')} "$@"; }`,
      `. ${quoted(script)}`,
      `trap ${quoted(`. ${quoted(watch)}`)} EXIT`,
    ];
    shell.stdin?.write(`${setup.join('\n')}\n`);
    const ends = new Map<number, () => void>();
    const idle = setTimeout(() => ends.size === 0 && end(opened), idleMilliseconds).unref();
    const opened = { shell, ends, idle };
    let text = '';
    shell.stdout.on('data', (bytes: Buffer) => {
      const lines = (text + bytes.toString()).split('\n');
      text = lines.pop() ?? '';
      for (const id of lines) ends.get(Number(id))?.();
    });
    for (const source of [shell, ...streamsOf(shell)]) source.on('error', () => end(opened));
    shell.on('exit', () => end(opened));
    // The shell must not keep this process alive.
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

/** Whether shell code can express the run. */
export function canStart({ directory, environment, ...run }: ProgramRun): boolean {
  const texts = [run.program, ...run.arguments, directory, ...Object.values(environment)];
  return (
    leader !== undefined &&
    Object.keys(environment).every((name) => /^[A-Za-z_]\w*$/.test(name)) &&
    !texts.some((text) => text.includes('\0')) &&
    statSync(directory, { throwIfNoEntry: false })?.isDirectory() === true
  );
}

/** The code prints the id when the run has ended. */
function codeOf(run: ProgramRun, path: string, id: number): string {
  const { directory, environment, timeoutMilliseconds } = run;
  const exported = Object.entries(environment).map(
    ([name, value]) => `export ${name}=${quoted(value)} && `,
  );
  const words = [run.program, ...run.arguments].map(quoted).join(' ');
  const command = `keep ${quoted(path)} ${Math.ceil(timeoutMilliseconds / 500)} ${words}`;
  return `(cd -- ${quoted(directory)} && ${exported.join('')}${command}; echo ${id}) &\n`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
