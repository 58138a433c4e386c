import { fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Failure } from '../../../failure.ts';
import type { Begun, ChildAnswer, ChildTask } from './child.ts';

/** A child process that does one task at a time. */
export interface Child {
  /** Never rejects: when the child ends, the answer is the reason. `onBegin` is called when the module
   * is loaded. */
  ask(task: ChildTask, onBegin: () => void): Promise<ChildAnswer | Failure>;
  /** Resolves when the process has ended. */
  kill(): Promise<void>;
  readonly ended: Promise<void>;
}

/** With 64 MB each child takes 50 MB more and renders no faster. */
const youngMegabytes = 8;
const maxErrorLength = 8_192;

export function startChild(memoryMegabytes: number): Child {
  const child = fork(fileURLToPath(new URL('./child.ts', import.meta.url)), {
    execArgv: [
      `--max-old-space-size=${memoryMegabytes}`,
      `--max-semi-space-size=${youngMegabytes}`,
    ],
    serialization: 'advanced',
    // No secrets for the child.
    env: {},
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let errorText = '';
  let settle: ((answer: ChildAnswer | Failure) => void) | undefined;
  let begin: (() => void) | undefined;
  const answer = (result: ChildAnswer | Failure) => {
    settle?.(result);
    settle = undefined;
    // An idle child does not keep this process alive; one that is being killed does.
    if (!isEnding) hold(false);
  };
  let isEnding = false;
  const hold = (isHeld: boolean) => {
    if (isHeld) child.ref();
    else child.unref();
    if (isHeld) child.channel?.ref();
    else child.channel?.unref();
  };

  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errorText = (errorText + text).slice(-maxErrorLength);
  });
  const errors = child.stderr as unknown as { ref?: () => void; unref?: () => void } | null;
  errors?.unref?.();
  child.on('message', (message) => {
    if (message === ('begun' satisfies Begun)) begin?.();
    else answer(message as ChildAnswer);
  });
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

    ask(task, onBegin) {
      return new Promise((resolve) => {
        settle = resolve;
        begin = onBegin;
        hold(true);
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
      isEnding = true;
      // 'close' waits for the pipes: a process with nothing else to do would exit before it.
      hold(true);
      errors?.ref?.();
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
