import { fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Failure } from '../../../failure.ts';
import type { ChildAnswer, ChildTask } from './child.ts';

/** A child that computes one thing at a time. */
export interface Child {
  /** Never rejects: a child that ends answers with the reason. */
  ask(task: ChildTask): Promise<ChildAnswer | Failure>;
  /** Resolves when it is gone. */
  kill(): Promise<void>;
  readonly ended: Promise<void>;
}

/** 64 MB take 50 MB more per child and render no faster. */
const youngMegabytes = 8;
const keptWords = 8_192;

export function startChild(memoryMegabytes: number): Child {
  const child = fork(fileURLToPath(new URL('./child.ts', import.meta.url)), {
    execArgv: [
      `--max-old-space-size=${memoryMegabytes}`,
      `--max-semi-space-size=${youngMegabytes}`,
    ],
    serialization: 'advanced',
    // It has no business with our secrets.
    env: {},
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let words = '';
  let asked: ((answer: ChildAnswer | Failure) => void) | undefined;
  const answer = (given: ChildAnswer | Failure) => {
    asked?.(given);
    asked = undefined;
    // A child that rests keeps nobody from ending; one whose end is awaited does.
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
    words = (words + text).slice(-keptWords);
  });
  const errors = child.stderr as unknown as { ref?: () => void; unref?: () => void } | null;
  errors?.unref?.();
  child.on('message', (message) => answer(message as ChildAnswer));
  const ended = new Promise<void>((resolve) => {
    // Also when it could not start; what it did then is told by the error.
    child.on('error', (error) => {
      words += error.message;
      if (child.pid === undefined) resolve();
    });
    child.on('close', () => resolve());
  });
  void ended.then(() => answer(endOf(words)));
  giveWay(child.pid);

  return {
    ended,

    ask(task) {
      return new Promise((resolve) => {
        asked = resolve;
        hold(true);
        if (!child.connected) return answer(endOf(words));
        try {
          child.send(task, (error) => {
            if (error) answer(new Failure('upstream', 'failed', error.message));
          });
        } catch (error) {
          answer(new Failure('upstream', 'failed', `The input cannot travel: ${String(error)}`));
        }
      });
    },

    async kill() {
      isEnding = true;
      // What is awaited comes when its pipes have closed, too: a process with nothing else to do
      // would end before.
      hold(true);
      errors?.ref?.();
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Whoever answers requests comes first. */
function giveWay(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Some systems do not let it: then it competes.
  }
}

function endOf(words: string): Failure {
  if (words.includes('heap out of memory')) {
    return new Failure('upstream', 'exhausted', 'The work needs more memory than it may have');
  }
  const reason = /^(?:\w*Error: )(.*)$/m.exec(words)?.[1] ?? 'its process ended';
  return new Failure('upstream', 'failed', `The work failed: ${reason}`);
}
