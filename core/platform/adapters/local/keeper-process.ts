import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isFailure } from '../../failure.ts';
import type { ProgramResult } from '../../ports.ts';
import type { Order, Report } from './program-child.ts';
import type { KeptRun } from './run-keeper.ts';

export interface Keeper {
  isThere(): boolean;
  /** Never rejects. Undefined: the keeper is gone, and with it the run. */
  run(run: KeptRun): Promise<ProgramResult | undefined>;
  /** False: it is gone. */
  release(name: string): boolean;
  /** Ends when its runs have ended. */
  leave(): void;
}

const module = fileURLToPath(new URL('./program-child.ts', import.meta.url));

/**
 * A shell starts it and is gone at once, so that it is nobody's child: who kills the server with
 * all of its children does not kill it. It holds none of the server's files.
 */
export function startKeeper(directory: string): Keeper {
  const words = ['-c', '"$0" "$@" &', process.execPath, module, directory];
  const shell = spawn('/bin/sh', words, {
    cwd: '/',
    detached: true,
    // It has no business with our secrets, and programs get an environment of their own.
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const waiting = new Map<number, (result: ProgramResult | undefined) => void>();
  let last = 0;
  let isThere = true;
  // Nobody's end waits for a keeper that rests.
  shell.unref();
  shell.channel?.unref();
  shell.on('error', gone);
  shell.on('disconnect', gone);
  shell.on('message', (message) => {
    const { id, result } = message as Report;
    settle(id, result);
  });

  return {
    isThere: () => isThere,

    run({ signal, ...run }) {
      if (!isThere) return Promise.resolve(undefined);
      const id = (last += 1);
      const abort = () => {
        // It goes on, and the next server takes its result.
        const goesOn = isFailure(signal?.reason, 'unavailable', 'host_stops');
        if (goesOn) settle(id, { end: 'aborted', code: null, stdout: '', stderr: '' });
        else void tell({ abort: id });
      };
      const answer = new Promise<ProgramResult | undefined>((resolve) => waiting.set(id, resolve));
      shell.channel?.ref();
      if (!tell({ run, id })) settle(id, undefined);
      signal?.addEventListener('abort', abort, { once: true });
      return answer.finally(() => signal?.removeEventListener('abort', abort));
    },

    release: (name) => isThere && tell({ release: name }),

    leave() {
      if (shell.connected) shell.disconnect();
    },
  };

  function tell(order: Order): boolean {
    if (!shell.connected) return false;
    shell.send(order, (error) => error && gone());
    return true;
  }

  function settle(id: number, result: ProgramResult | undefined): void {
    waiting.get(id)?.(result);
    waiting.delete(id);
    if (waiting.size === 0) shell.channel?.unref();
  }

  function gone(): void {
    isThere = false;
    for (const id of [...waiting.keys()]) settle(id, undefined);
  }
}
