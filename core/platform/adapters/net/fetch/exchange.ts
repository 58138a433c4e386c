import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { Failure, isFailure } from '../../../failure.ts';
import type { FetchReply, FetchRequest } from '../../../ports/fetch.ts';
import { bodyParts, readBody } from './body.ts';
import type { FetchAgents } from './agents.ts';
import type { Hop } from './request.ts';

/** The failure of an exchange whose body was being received: it is not repeated. */
export class BrokenDelivery extends Error {}

interface ExchangeOptions {
  readonly agents: FetchAgents;
  readonly maxBytes: number;
  readonly cut: boolean;
  readonly signal: AbortSignal;
  readonly receive?: FetchRequest['receive'];
  /** Called for each part that arrives. */
  readonly onPart: () => void;
}

/** The limit for the body of a refusal, in place of the one for a body that is received. */
const maxRefusalBytes = 1024 * 1024;

/** One request and its whole reply, without redirects and retries. */
export async function exchange(hop: Hop, options: ExchangeOptions): Promise<FetchReply> {
  const { agents, maxBytes, cut, signal, receive } = options;
  const host = hop.url.host;
  try {
    agents.guard(hop).assertLiteral(hop.url.hostname);
    const reply = await open(hop, agents, signal);
    try {
      const empty = hop.method === 'HEAD' || reply.statusCode === 204 || reply.statusCode === 304;
      if (empty) return toReply(reply, new Uint8Array());
      if (receive && isSuccess(reply)) {
        await deliver(reply, host, receive, options);
        return toReply(reply, new Uint8Array());
      }
      const limit = receive
        ? { maxBytes: Math.min(maxBytes, maxRefusalBytes), cut: true }
        : { maxBytes, cut };
      const body = await readBody(reply, host, limit);
      // Closing the connection for a time-out is the end of a body without a length.
      signal.throwIfAborted();
      return toReply(reply, body);
    } finally {
      // Unread bytes would keep the connection busy; a complete one returns to the pool.
      if (!reply.complete) reply.destroy();
      else reply.resume();
    }
  } catch (error) {
    if (isFailure(error) || error instanceof BrokenDelivery || signal.aborted) throw error;
    throw unreachable(host, error);
  }
}

function isSuccess({ statusCode = 0 }: IncomingMessage): boolean {
  return statusCode >= 200 && statusCode < 300;
}

/** Tells errors of the connection from those of the receiver. */
async function deliver(
  reply: IncomingMessage,
  host: string,
  receive: NonNullable<FetchRequest['receive']>,
  { maxBytes, cut, signal, onPart }: ExchangeOptions,
): Promise<void> {
  let broken: Error | undefined;
  async function* parts(): AsyncGenerator<Uint8Array> {
    try {
      for await (const part of bodyParts(reply, host, { maxBytes, cut })) {
        onPart();
        yield part;
      }
    } catch (error) {
      broken = isFailure(error) || signal.aborted ? (error as Error) : unreachable(host, error);
      throw broken;
    }
  }
  let cause: unknown;
  try {
    await receive(parts());
  } catch (error) {
    cause = error;
  }
  if (signal.aborted) signal.throwIfAborted();
  if (broken ?? cause) throw new BrokenDelivery('', { cause: broken ?? cause });
}

function open(hop: Hop, agents: FetchAgents, signal: AbortSignal): Promise<IncomingMessage> {
  const send = hop.url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const attempt = (fresh: boolean) => {
      const request: ClientRequest = send(
        hop.url,
        {
          method: hop.method,
          agent: agents.agent(hop, fresh),
          signal,
          headers: {
            accept: '*/*',
            'user-agent': 'lantern',
            ...hop.headers,
            'accept-encoding': 'gzip, br, deflate',
            ...(hop.body ? { 'content-length': hop.body.length } : {}),
          },
        },
        resolve,
      );
      request.on('error', (error: NodeJS.ErrnoException) => {
        // The server closed an idle connection while we took it from the pool.
        if (request.reusedSocket && error.code === 'ECONNRESET' && !signal.aborted) attempt(true);
        else reject(error);
      });
      request.end(hop.body);
    };
    attempt(!isIdempotent(hop.method));
  });
}

/** Only these use kept connections, where a request may be sent twice. */
function isIdempotent(method: string) {
  return /^(GET|HEAD|OPTIONS|PUT|DELETE)$/.test(method);
}

function toReply(reply: IncomingMessage, body: Uint8Array): FetchReply {
  const headers: Record<string, string> = {};
  for (const [name, values] of Object.entries(reply.headersDistinct)) {
    // They describe the encoded body.
    if (name === 'content-encoding' || name === 'content-length') continue;
    if (values) headers[name] = values.join(', ');
  }
  return {
    status: reply.statusCode ?? 0,
    headers,
    body,
    text: () => new TextDecoder().decode(body),
  };
}

function unreachable(host: string, error: unknown): Failure {
  const { code = 'failed' } = error as NodeJS.ErrnoException;
  const reasons: Record<string, string> = {
    ENOTFOUND: 'no such host',
    EAI_AGAIN: 'the name cannot be resolved now',
    ECONNREFUSED: 'connection refused',
    ECONNRESET: 'connection lost',
    EPIPE: 'connection lost',
    ETIMEDOUT: 'connection timed out',
    ERR_STREAM_PREMATURE_CLOSE: 'connection lost',
  };
  const reason = reasons[code] ?? code;
  return new Failure('upstream', 'unreachable', `Could not reach ${host}: ${reason}`, {
    cause: error,
  });
}
