import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorReply, type ErrorKey } from '#core/http/reply/errors.ts';
import type { Failure } from '#core/platform/failure.ts';
import { drain } from './read-body.ts';

const replies: Readonly<Record<string, readonly [status: number, detail: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request headers too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long'],
  // The head was read, and the body breaks off or is no chunked one.
  HPE_INVALID_CHUNK_SIZE: [400, 'Failed to read request body'],
  HPE_INVALID_EOF_STATE: [400, 'Failed to read request body'],
};

type Answer = (error: NodeJS.ErrnoException, socket: Duplex) => void;

/** How long a request may take that Node's own time limits do not end. */
export const tooSlow = Object.assign(new Error('slow body'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });

/** Answers malformed and slow requests with an error in the service's format. */
export function clientErrors(key: ErrorKey): Answer {
  return (error, socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
    const [status, detail] = replies[error.code ?? ''] ?? [400, 'Malformed HTTP request'];
    writeTo(socket, status, JSON.stringify({ [key]: detail }));
  };
}

/** Refuses a request or upgrade before it reaches the service. */
export function refuse(to: ServerResponse | Duplex, failure: Failure, key: ErrorKey): void {
  const reply = errorReply(failure, '', key, () => {});
  const body = reply.body as string;
  if (!('writeHead' in to)) return writeTo(to, reply.status, body, reply.headers);
  to.writeHead(reply.status, headersOf(body, reply.headers)).write(body);
  void drain(to.req).then(() => to.end());
}

function writeTo(socket: Duplex, status: number, body: string, more?: Headers): void {
  const entries = Object.entries(headersOf(body, more));
  const headers = entries.map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...headers].join('\r\n');
  socket.end(`${head}\r\n\r\n${body}`, () => socket.destroy());
}

type Headers = Readonly<Record<string, string | number>>;

function headersOf(body: string, more: Headers = {}): Headers {
  return {
    ...more,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'x-content-type-options': 'nosniff',
    'x-request-id': `req_${randomUUID()}`,
    'cache-control': 'no-store',
    connection: 'close',
  };
}
