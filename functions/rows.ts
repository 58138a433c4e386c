import { providerTable } from '#core/ai/provider-table.ts';
import type { Method, QueueJob, Route, Secret } from './service-manifest.ts';

function route(method: Method) {
  return (path: string, file: string, exported?: string): Route => {
    return { method, path, file, ...(exported !== undefined && { exported }) };
  };
}

export const get = route('GET');
export const post = route('POST');
export const replace = route('PUT');
export const remove = route('DELETE');

/** A step of long work, with the longest timeout of a function. */
export function onWorker(queue: string, file: string, concurrency: number): QueueJob {
  return { queue, file, timeoutSeconds: 900, maxAttempts: 3, concurrency, runsOn: 'worker' };
}

export function needed(name: string): Secret {
  return { name };
}

export function optional(...names: readonly string[]): Secret[] {
  return names.map((name) => ({ name, isOptional: true }));
}

function forWorker(...names: readonly string[]): Secret[] {
  return names.map((name) => ({ name, isOptional: true, isForWorker: true }));
}

/** The keys of the AI command lines. */
export const modelKeys: readonly Secret[] = forWorker(...providerTable.flatMap(({ keys }) => keys));

/** Logins for private repositories, for the worker that clones them. */
export const gitTokens: readonly Secret[] = forWorker('GIT_TOKENS');
