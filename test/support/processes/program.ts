import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

/** Where scripts/test.ts wants compiled modules. */
const compiled = process.env['NODE_COMPILE_CACHE'];
const scripts = resolve(import.meta.dirname, '../../../scripts');

export interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Program {
  /** Resolves when a line of standard output matches, rejects when the program ends first. */
  printed(pattern: RegExp): Promise<string>;
  kill(signal: NodeJS.Signals): void;
  /** Stops reading its standard output. */
  closeOutput(): void;
  readonly ended: Promise<Ended>;
}

interface ProgramOptions {
  readonly cwd: string;
  /** All variables besides PATH, HOME, LANG and the cache of compiled modules. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Runs as this user and group; requires root. */
  readonly as?: number;
  /** In milliseconds. */
  readonly timeout?: number;
  /** Runs on a terminal; this text is typed there. */
  readonly typed?: string;
}

const quoted = (words: readonly string[]) =>
  words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');

/** Whether this machine has util-linux's `script`, which gives a command a terminal. */
export const hasTerminals = spawnSync('script', ['-qec', 'true', '/dev/null']).status === 0;

/** Runs one of our commands in a new process and folder. */
export function program(words: readonly string[], options: ProgramOptions): Program {
  const [script = '', ...rest] = words;
  const { as, typed } = options;
  const command = [process.execPath, resolve(scripts, script), ...rest];
  const onTerminal = ['script', '-qec', quoted(command), '/dev/null'];
  const [file = '', ...parameters] = typed === undefined ? command : onTerminal;
  const child = spawn(file, parameters, {
    cwd: options.cwd,
    env: {
      ...{ PATH: '/usr/bin:/bin', HOME: options.cwd, LANG: 'C.UTF-8' },
      ...(compiled !== undefined && { NODE_COMPILE_CACHE: compiled }),
      ...options.environment,
    },
    stdio: 'pipe',
    // Ends with the test even if the test stopped waiting for it.
    timeout: options.timeout ?? 170_000,
    killSignal: 'SIGKILL',
    ...(as !== undefined && { uid: as, gid: as }),
  });
  if (typed === undefined) child.stdin.end();
  else child.stdin.write(typed);
  let stdout = '';
  let stderr = '';
  const waiting = new Set<() => void>();
  child.stdout.on('data', (bytes: Buffer) => {
    stdout += bytes.toString();
    waiting.forEach((look) => look());
  });
  child.stderr.on('data', (bytes: Buffer) => (stderr += bytes.toString()));
  const closed = once(child, 'close') as Promise<[number | null, string | null]>;
  const ended = closed.then(([code, signal]): Ended => {
    waiting.forEach((look) => look());
    return { code, signal, stdout, stderr };
  });

  return {
    printed: (pattern) =>
      new Promise((found, failed) => {
        const look = () => {
          const line = stdout.split('\n').find((each) => pattern.test(each));
          if (line !== undefined) found(line);
          else if (child.exitCode === null && child.signalCode === null) return;
          else failed(new Error(`it ended without printing ${pattern.source}: ${stdout}${stderr}`));
          waiting.delete(look);
        };
        waiting.add(look);
        look();
      }),
    kill: (signal) => void child.kill(signal),
    closeOutput: () => void child.stdout.destroy(),
    ended,
  };
}
