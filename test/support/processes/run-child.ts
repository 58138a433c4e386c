import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

interface ChildOptions {
  /** It dies of SIGKILL after so many lines. */
  readonly killAfter?: number;
  /** The largest file that it may write, in blocks of the shell (512 or 1,024 bytes). */
  readonly maxFileBlocks?: number;
}

/** Runs a program of test/support until it ends or is killed; returns its output. */
export async function runChild(
  program: string,
  parameters: readonly string[],
  { killAfter, maxFileBlocks }: ChildOptions = {},
): Promise<{ lines: string[]; code: number | null; signal: string | null; errors: string }> {
  const path = fileURLToPath(new URL(`../${program}`, import.meta.url));
  const preload = new URL('kill-after-lines.ts', import.meta.url).href;
  const flags = killAfter === undefined ? [] : ['--import', preload];
  const env = { ...process.env, KILL_AFTER_LINES: String(killAfter) };
  const words = [process.execPath, ...flags, path, ...parameters];
  const limited = ['/bin/sh', '-c', `ulimit -f ${maxFileBlocks}; exec "$0" "$@"`, ...words];
  const [command = '', ...rest] = maxFileBlocks === undefined ? words : limited;
  const child = spawn(command, rest, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const closed = once(child, 'close') as Promise<[number | null, string | null]>;
  const lines = await Array.fromAsync(createInterface({ input: child.stdout }));
  const [code, signal] = await closed;
  return { lines, code, signal, errors };
}
