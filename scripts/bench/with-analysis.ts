import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export interface Analysis {
  readonly url: string;
  readonly server: ChildProcess;
  readonly folder: string;
}

/** Runs the failure analysis with a model that answers at once. */
export async function withAnalysis<Result>(
  measure: (analysis: Analysis) => Promise<Result>,
  environment: Readonly<Record<string, string>> = {},
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'lantern-bench-'));
  const server = fork(new URL('./analysis-server.ts', import.meta.url), [
    folder,
    JSON.stringify(environment),
  ]);
  try {
    const [url] = (await once(server, 'message')) as [string];
    return await measure({ url, server, folder });
  } finally {
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  }
}

export const model = { ai_provider: 'provider_a', ai_model: 'sonnet' };

/** The longest answer of /health, in milliseconds, until the signal aborts. */
export async function longestHealth(url: string, signal: AbortSignal): Promise<number> {
  let longest = 0;
  while (!signal.aborted) {
    const began = performance.now();
    await (await fetch(`${url}/health`)).arrayBuffer();
    longest = Math.max(longest, performance.now() - began);
    await pause(2);
  }
  return longest;
}
