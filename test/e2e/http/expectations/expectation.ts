import type { Received, Sent } from '#test/support/http/http-client.ts';

export interface Expectation {
  readonly name: string;
  readonly sent: Sent;
  readonly status: number;
  /** A text must be equal, an expression must match, null: the header is absent. */
  readonly headers?: Readonly<Record<string, string | RegExp | null>>;
  /** A text must be equal, an expression must match, anything else is compared as JSON. */
  readonly body?: string | RegExp | object;
  /** What is otherwise behind API Gateway. */
  readonly behindGateway?: Partial<Pick<Expectation, 'status' | 'headers' | 'body'>> & {
    /** It answers itself, without the request id of ours. */
    readonly isRefused?: true;
  };
}

/** To a path or a whole request; what the answer's body and headers must be. */
export function answers(
  name: string,
  sent: Sent | string,
  status: number,
  body?: Expectation['body'],
  more: Pick<Expectation, 'headers' | 'behindGateway'> = {},
): Expectation {
  const request = typeof sent === 'string' ? { path: sent } : sent;
  return { name, sent: request, status, ...(body !== undefined && { body }), ...more };
}

export type ExpectedService = 'docs' | 'analysis' | 'webhook' | 'sessions' | 'agent' | 'sample';

/** As it is behind API Gateway, which sends no length with the answer to HEAD. */
function behindGateway(expected: Expectation): Expectation {
  const { sent, headers, behindGateway: other } = expected;
  const { 'content-length': _length, ...rest } = headers ?? {};
  const kept = sent.method === 'HEAD' ? rest : headers;
  return { ...expected, ...(kept && { headers: kept }), ...other };
}

/** The difference between what was expected and what came, for one comparison. */
export function compare(expected: Expectation, reply: Received, isStrict: boolean) {
  const { status, headers = {}, body } = isStrict ? behindGateway(expected) : expected;
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
