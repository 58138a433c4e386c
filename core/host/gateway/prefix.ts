import type { IncomingMessage } from 'node:http';
import { targetOf } from './request-target.ts';

const prefixes = new WeakMap<IncomingMessage, string>();

/** The first segment of the request's path, such as `/analysis`. */
export function firstSegment({ url }: IncomingMessage): string {
  return /^\/[^/]*/.exec(targetOf(url).path)?.[0] ?? '/';
}

/** Takes the prefix off the request's path, as the service behind it knows its paths. */
export function takeOff(request: IncomingMessage, prefix: string): void {
  const { path, query } = targetOf(request.url);
  request.url = `${path.slice(prefix.length) || '/'}${query === '' ? '' : `?${query}`}`;
  prefixes.set(request, prefix);
}

/** What was taken off. No header of a client says it. */
export function prefixOf(request: IncomingMessage): string | undefined {
  return prefixes.get(request);
}
