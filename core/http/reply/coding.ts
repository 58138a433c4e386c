import type { Coding } from '#core/text/compress.ts';
import type { HttpRequest } from '../request/request.ts';

/** The best content coding that the client accepts; undefined: none. */
export function codingOf({ headers }: Pick<HttpRequest, 'headers'>): Coding | undefined {
  const { 'accept-encoding': accepted } = headers;
  if (!accepted) return undefined;
  const weights = new Map<string, number>();
  for (const part of accepted.split(',')) {
    const [name = '', ...parameters] = part.split(';').map((word) => word.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    weights.set(name, weight === undefined ? 1 : Number(weight) || 0);
  }
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0;
  const best = weightOf('br') >= weightOf('gzip') ? 'br' : 'gzip';
  const least = Math.max(weights.get('identity') ?? 0, Number.MIN_VALUE);
  return weightOf(best) >= least ? best : undefined;
}
