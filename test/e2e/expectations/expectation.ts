import type { Received, Sent } from '#test/support/http-client.ts';

export interface Expectation {
  readonly name: string;
  readonly sent: Sent;
  readonly status: number;
  /** A text must be equal, an expression must match, null: the header is absent. */
  readonly headers?: Readonly<Record<string, string | RegExp | null>>;
  /** A text must be equal, an expression must match, anything else is compared as JSON. */
  readonly body?: string | RegExp | object;
}

export type ExpectedService = 'docs' | 'analysis' | 'webhook' | 'sessions' | 'agent' | 'sample';

/** The difference between what was expected and what came, for one comparison. */
export function compare({ status, headers = {}, body }: Expectation, reply: Received) {
  const seen: Record<string, unknown> = { status: reply.status };
  const wanted: Record<string, unknown> = { status };
  for (const [name, value] of Object.entries(headers)) {
    const given = reply.headers[name];
    const found = Array.isArray(given) ? given.join('|') : (given ?? null);
    seen[name] = found;
    wanted[name] = value instanceof RegExp && value.test(String(found)) ? found : value;
  }
  if (body !== undefined) {
    const isText = typeof body === 'string' || body instanceof RegExp;
    seen['body'] = isText ? reply.text : (JSON.parse(reply.text) as unknown);
    wanted['body'] = body instanceof RegExp && body.test(reply.text) ? reply.text : body;
  }
  return { seen, wanted };
}
