import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock, ProgramResult, ProgramRun } from '#core/platform/ports.ts';

interface Options {
  readonly clock: Clock;
  /** More on stdout ends the run. */
  readonly maxOutputBytes?: number;
  /** Between the request to stop and the kill. */
  readonly graceMilliseconds?: number;
}

const maxErrorBytes = 64 * 1024;

/** `began` is told the process, which leads its group. */
export function programRunner(
  options: Options,
): (run: ProgramRun, began?: (pid: number) => void) => Promise<ProgramResult> {
  const { clock, maxOutputBytes = 20 * 1024 * 1024, graceMilliseconds = 2_000 } = options;
  return async (run, began) => {
    if (run.signal?.aborted) return result('aborted');
    const child = await start(run);
    if ('end' in child) return child;
    began?.(child.pid as number);

    let end: ProgramResult['end'] = 'exited';
    const over = new AbortController();
    const exited = new Promise<number | null>((resolve) => {
      child.once('exit', (code) => {
        // Whatever it started and left behind goes with it; else a pipe stays open for ever.
        killGroup(child, 'SIGKILL');
        resolve(code);
      });
    });
    const stop = (reason: ProgramResult['end']) => {
      if (end !== 'exited' || over.signal.aborted) return;
      end = reason;
      killGroup(child, 'SIGTERM');
      void clock
        .sleep(graceMilliseconds, over.signal)
        .then(() => over.signal.aborted || killGroup(child, 'SIGKILL'));
    };
    const onAbort = () => stop('aborted');
    run.signal?.addEventListener('abort', onAbort, { once: true });
    if (run.signal?.aborted) onAbort();
    void clock.sleep(run.timeoutMilliseconds, over.signal).then(() => stop('timed-out'));

    const stdout = head(child, maxOutputBytes, () => stop('too-large'));
    const stderr = tail(child);
    // A program that does not read its prompt breaks the pipe; its exit code tells the rest.
    child.stdin.on('error', () => undefined);
    child.stdin.end(run.input);

    const code = await exited;
    over.abort();
    run.signal?.removeEventListener('abort', onAbort);
    await drained(child);
    await emptyGroup(child);
    return { ...result(end, stderr()), code: end === 'exited' ? code : null, stdout: stdout() };
  };
}

/** Whether a program of this name is in the PATH. */
export async function isInstalled(program: string, path: string): Promise<boolean> {
  const files = program.includes('/')
    ? [program]
    : path.split(delimiter).flatMap((folder) => (folder ? [join(folder, program)] : []));
  for (const file of files) {
    const executable = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (executable && (await stat(file)).isFile()) return true;
  }
  return false;
}

function result(end: ProgramResult['end'], stderr = ''): ProgramResult {
  return { end, code: null, stdout: '', stderr };
}

async function start(run: ProgramRun): Promise<ChildProcessWithoutNullStreams | ProgramResult> {
  // An absent folder is ENOENT as well, and must not read as an absent program.
  const folder = await stat(run.directory).catch(() => undefined);
  if (!folder?.isDirectory()) return result('not-started', 'the folder to run in is not there');
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
    return result(code === 'ENOENT' ? 'not-found' : 'not-started', code ?? message);
  }
}

function killGroup(child: ChildProcessWithoutNullStreams, signal: NodeJS.Signals) {
  try {
    process.kill(-(child.pid as number), signal);
  } catch {
    // ESRCH: everybody is gone already.
  }
}

function head(child: ChildProcessWithoutNullStreams, max: number, tooMuch: () => void) {
  const chunks: Buffer[] = [];
  let size = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= max) chunks.push(chunk);
    else tooMuch();
  });
  return () => new TextDecoder().decode(Buffer.concat(chunks));
}

function tail(child: ChildProcessWithoutNullStreams) {
  let kept = Buffer.alloc(0);
  child.stderr.on('data', (chunk: Buffer) => {
    kept = Buffer.concat([kept, chunk]);
    if (kept.length > maxErrorBytes) kept = kept.subarray(-maxErrorBytes);
  });
  return () => new TextDecoder().decode(kept);
}

/** A process that left the group may still hold the pipes: they are not waited for. */
async function drained(child: ChildProcessWithoutNullStreams) {
  const open = [child.stdout, child.stderr].filter((stream) => !stream.closed);
  const closed = Promise.all(
    open.map((stream) => new Promise((resolve) => stream.once('close', resolve))),
  );
  const patience = new AbortController();
  await Promise.race([
    closed,
    pause(1_000, undefined, { signal: patience.signal }).catch(() => undefined),
  ]);
  patience.abort();
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
}

/** A kill takes a moment; where nobody reaps orphans their zombies would stay, hence the bound. */
async function emptyGroup(child: ChildProcessWithoutNullStreams) {
  for (let tries = 0; tries < 50; tries++) {
    try {
      process.kill(-(child.pid as number), 0);
    } catch {
      return;
    }
    await pause(10);
  }
}
