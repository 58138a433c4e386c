import { spawn } from 'node:child_process';

/** Of stderr, the end is what tells the reason. */
const stderrLimit = 64 * 1024;

export interface ProcessResult {
  /** Null when the program was killed by a signal. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a program in a process group of its own, and kills the whole group when the signal aborts:
 * git starts helpers that would go on downloading. By the time the promise settles they are gone.
 */
export async function runProcess(options: {
  program: string;
  parameters: readonly string[];
  directory: string;
  environment: Readonly<Record<string, string>>;
  signal: AbortSignal;
  stdoutLimit?: number;
  /** Sees stdout as it comes instead of having it collected; throwing kills the program. */
  onOutput?: (chunk: Buffer) => void;
}): Promise<ProcessResult> {
  const { program, parameters, directory, environment, signal, onOutput } = options;
  const { stdoutLimit = 16 * 1024 * 1024 } = options;
  signal.throwIfAborted();
  return await new Promise((resolve, reject) => {
    const child = spawn(program, parameters, {
      cwd: directory,
      env: environment,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const collected: Buffer[] = [];
    let size = 0;
    let stderr = '';
    let failure: unknown;

    function kill(reason: unknown) {
      failure ??= reason;
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // The group is gone already.
      }
    }
    const abort = () => kill(signal.reason);
    signal.addEventListener('abort', abort);

    child.stdout.on('data', (chunk: Buffer) => {
      try {
        size += chunk.length;
        if (onOutput) onOutput(chunk);
        else if (size > stdoutLimit) throw new Error(`${program} wrote more than expected`);
        else collected.push(chunk);
      } catch (error) {
        kill(error);
      }
    });
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      stderr = (stderr + chunk).slice(-stderrLimit);
    });
    child.on('error', (error) => {
      failure ??= error;
      if (child.pid === undefined) finish(null);
    });
    child.on('close', finish);

    function finish(code: number | null) {
      signal.removeEventListener('abort', abort);
      // A helper that outlives git holds no pipe of ours, or 'close' would still be waiting.
      if (failure === undefined) {
        resolve({ code, stdout: Buffer.concat(collected).toString('utf8'), stderr });
      } else {
        reject(failure instanceof Error ? failure : new Error('killed', { cause: failure }));
      }
    }
  });
}
