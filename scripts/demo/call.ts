import { setTimeout as pause } from 'node:timers/promises';

interface Call {
  readonly key?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** A request to a service; a refusal is an error with the service's own text. */
export async function call<Answer = unknown>(
  url: string,
  { key, method, headers = {}, body }: Call = {},
): Promise<Answer> {
  const reply = await fetch(url, {
    method: method ?? (body ? 'POST' : 'GET'),
    headers: {
      ...headers,
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${reply.status} of ${url}: ${text}`);
  return JSON.parse(text || 'null') as Answer;
}

const timeoutMs = 60_000;

/** Asks again and again until there is an answer. */
export async function until<Value>(
  what: string,
  ask: () => Promise<Value | undefined>,
): Promise<Value> {
  const end = performance.now() + timeoutMs;
  while (performance.now() < end) {
    const value = await ask();
    if (value !== undefined) return value;
    await pause(20);
  }
  throw new Error(`${what} did not happen within a minute`);
}
