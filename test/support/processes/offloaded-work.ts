import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Files by which a test sees that its work has begun, and lets it continue. */
export interface Meeting {
  readonly port: number;
  /** A file; the work computes until it exists. */
  readonly go: string;
}

/** The input of a test's work. */
export interface Errand {
  readonly kind:
    | 'echo'
    | 'throw'
    | 'exit'
    | 'crash'
    | 'hang'
    | 'hog'
    | 'meet'
    | 'count'
    | 'environment'
    | 'function'
    | 'linger';
  readonly value?: unknown;
  readonly meeting?: Meeting;
}

let count = 0;

export default async function run({ kind, value, meeting }: Errand): Promise<unknown> {
  switch (kind) {
    case 'echo':
      return value;
    case 'throw':
      throw new Error('no such luck');
    case 'exit':
      return process.exit(0);
    case 'crash':
      setImmediate(() => {
        throw new Error('out of the blue');
      });
      return sleep(60_000);
    case 'hang':
      for (;;);
    case 'hog': {
      const hoard: unknown[] = [];
      for (;;) hoard.push(Array.from({ length: 100_000 }, (_, at) => ({ at })));
    }
    case 'meet': {
      const { port, go } = meeting as Meeting;
      await announce(port, String(value));
      while (!existsSync(go));
      return value;
    }
    case 'count':
      return ++count;
    case 'environment':
      return Object.keys(process.env);
    case 'function':
      return () => 1;
    case 'linger': {
      // Keeps the error pipe open a while longer than the child lives.
      const stdio = ['ignore', 'ignore', 'inherit'] as const;
      spawn('sleep', [String(Number(value) / 1_000)], { stdio: [...stdio] }).unref();
      return undefined;
    }
  }
}

function announce(port: number, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1').on('error', reject);
    socket.write(`${name}\n`, () => resolve());
  });
}
