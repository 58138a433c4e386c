import { fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { constants, setPriority } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Failure } from '../../../failure.ts';
import type { ChildAnswer, ChildTask } from './child.ts';

/** A child process that does one task at a time. */
export interface Child {
  /** Never rejects: when the child ends, the answer is the reason. */
  ask(task: ChildTask): Promise<ChildAnswer | Failure>;
  /** Resolves when the process has ended. */
  kill(): Promise<void>;
  readonly ended: Promise<void>;
}

/** With 8 MB each child takes 8 MB more and is no faster, with 64 MB 50 MB. */
const youngMegabytes = 4;
const maxErrorLength = 8_192;

export function startChild(memoryMegabytes: number): Child {
  const codeCache = getCompileCacheDir();
  const child = fork(fileURLToPath(new URL('./child.ts', import.meta.url)), {
    execArgv: [
      `--max-old-space-size=${memoryMegabytes}`,
      `--max-semi-space-size=${youngMegabytes}`,
    ],
    serialization: 'advanced',
    // No secrets for the child. One arena of glibc, not one for each thread: 18 MB less at a gigabyte of sessions.
    env: { MALLOC_ARENA_MAX: '1', ...(codeCache && { NODE_COMPILE_CACHE: dirname(codeCache) }) },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let errorText = '';
  let settle: ((answer: ChildAnswer | Failure) => void) | undefined;
  const answer = (result: ChildAnswer | Failure) => {
    settle?.(result);
    settle = undefined;
  };

  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errorText = (errorText + text).slice(-maxErrorLength);
  });
  child.on('message', (message) => answer(message as ChildAnswer));
  const ended = new Promise<void>((resolve) => {
    child.on('error', (error) => {
      errorText += error.message;
      // A child that could not start emits no 'close'.
      if (child.pid === undefined) resolve();
    });
    child.on('close', () => resolve());
  });
  void ended.then(() => answer(endOf(errorText)));
  lowerPriority(child.pid);

  return {
    ended,

    ask(task) {
      return new Promise((resolve) => {
        settle = resolve;
        if (!child.connected) return answer(endOf(errorText));
        try {
          child.send(task, (error) => {
            if (error) answer(new Failure('upstream', 'failed', error.message));
          });
        } catch (error) {
          answer(new Failure('upstream', 'failed', `The input cannot be sent: ${String(error)}`));
        }
      });
    },

    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Requests go before computing. */
function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Some systems refuse: the child keeps its priority.
  }
}

function endOf(errorText: string): Failure {
  if (errorText.includes('heap out of memory')) {
    return new Failure('upstream', 'exhausted', 'The work needs more memory than its limit');
  }
  const reason = /^(?:\w*Error: )(.*)$/m.exec(errorText)?.[1] ?? 'its process ended';
  return new Failure('upstream', 'failed', `The work failed: ${reason}`);
}
