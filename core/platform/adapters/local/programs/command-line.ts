import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../../../ports/clock.ts';
import type { ProgramResult, ProgramRun } from '../../../ports/programs/programs.ts';
import { emptyGroup, signalGroup } from './process-group.ts';

interface Options {
  readonly clock: Clock;
  /** Between the request to stop and the kill. */
  readonly graceMilliseconds?: number;
}

/** A run that prints more on stdout is ended. */
export const maxOutputBytes = 20 * 1024 * 1024;
/** Only the last bytes of stderr are kept. */
export const maxErrorBytes = 64 * 1024;

/** `onOutput` reads stdout as it arrives, instead of the result; when it returns false, the run is
 * ended as 'too-large'. */
export function programRunner(
  options: Options,
): (run: ProgramRun, onOutput?: (chunk: Buffer) => boolean) => Promise<ProgramResult> {
  const { clock, graceMilliseconds = 2_000 } = options;
  return async (run, onOutput) => {
    if (run.signal?.aborted) return ended('aborted');
    const child = await start(run);
    if ('end' in child) return child;
    const leader = child.pid as number;

    let end: ProgramResult['end'] = 'exited';
    const over = new AbortController();
    const exited = new Promise<number | null>((resolve) => {
      child.once('exit', (code) => {
        // Also kills what the program left running: it would hold our pipes open.
        signalGroup(leader, 'SIGKILL');
        resolve(code);
      });
    });
    const stop = (reason: ProgramResult['end']) => {
      if (end !== 'exited' || over.signal.aborted) return;
      end = reason;
      signalGroup(leader, 'SIGTERM');
      void clock
        .sleep(graceMilliseconds, over.signal)
        .then(() => over.signal.aborted || signalGroup(leader, 'SIGKILL'));
    };
    const onAbort = () => stop('aborted');
    run.signal?.addEventListener('abort', onAbort, { once: true });
    if (run.signal?.aborted) onAbort();
    void clock.sleep(run.timeoutMilliseconds, over.signal).then(() => stop('timed-out'));

    const stdout = collect(child, onOutput, () => stop('too-large'));
    const stderr = tail(child);
    // A program that does not read its input breaks the pipe; its exit code is the result.
    child.stdin.on('error', () => undefined);
    child.stdin.end(run.input);

    const code = await exited;
    over.abort();
    run.signal?.removeEventListener('abort', onAbort);
    await drained(child);
    await emptyGroup(leader);
    return { end, code: end === 'exited' ? code : null, stdout: stdout(), stderr: stderr() };
  };
}

export async function isInstalled(program: string, path: string): Promise<boolean> {
  const files = program.includes('/')
    ? [program]
    : path.split(delimiter).flatMap((folder) => (folder ? [join(folder, program)] : []));
  return files.some(mayRun);
}

function mayRun(file: string): boolean {
  try {
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return false;
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The result of a run without an exit code. */
export function ended(end: ProgramResult['end'], stderr = ''): ProgramResult {
  return { end, code: null, stdout: '', stderr };
}

async function start(run: ProgramRun): Promise<ChildProcessWithoutNullStreams | ProgramResult> {
  // spawn() reports an absent folder as ENOENT too: it is not an absent program.
  const folder = await stat(run.directory).catch(() => undefined);
  if (!folder?.isDirectory()) return ended('not-started', 'the folder to run in does not exist');
  try {
    const child = spawn(run.program, run.arguments, {
      cwd: run.directory,
      env: { ...run.environment },
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    return await new Promise((resolve, reject) => {
      child.once('spawn', () => resolve(child));
      child.once('error', reject);
    });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return ended(code === 'ENOENT' ? 'not-found' : 'not-started', code ?? message);
  }
}

function collect(
  child: ChildProcessWithoutNullStreams,
  onOutput: ((chunk: Buffer) => boolean) | undefined,
  onTooMuch: () => void,
) {
  const chunks: Buffer[] = [];
  let size = 0;
  const keep = (chunk: Buffer) => {
    size += chunk.length;
    if (size <= maxOutputBytes) chunks.push(chunk);
    return size <= maxOutputBytes;
  };
  child.stdout.on('data', (chunk: Buffer) => (onOutput ?? keep)(chunk) || onTooMuch());
  return () => new TextDecoder().decode(Buffer.concat(chunks));
}

function tail(child: ChildProcessWithoutNullStreams) {
  let end = Buffer.alloc(0);
  child.stderr.on('data', (chunk: Buffer) => {
    end = Buffer.concat([end, chunk]).subarray(-maxErrorBytes);
  });
  return () => new TextDecoder().decode(end);
}

/** Waits at most a second: a process that left the group may hold the pipes open. */
async function drained(child: ChildProcessWithoutNullStreams) {
  const open = [child.stdout, child.stderr].filter((stream) => !stream.closed);
  const closed = Promise.all(
    open.map((stream) => new Promise((resolve) => stream.once('close', resolve))),
  );
  const timer = new AbortController();
  const timeout = pause(1_000, undefined, { signal: timer.signal }).catch(() => undefined);
  await Promise.race([closed, timeout]);
  timer.abort();
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
}
