import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ErrorKey } from '../http/errors.ts';

const known: Readonly<Record<string, readonly [status: number, detail: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request headers too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long'],
};

type Answer = (error: NodeJS.ErrnoException, socket: Duplex) => void;

/** Answers what is not HTTP, or came too slowly, in the form of the service's errors. */
export function clientErrors(key: ErrorKey): Answer {
  return (error, socket) => answer(key, error, socket);
}

function answer(key: ErrorKey, error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
  const [status, detail] = known[error.code ?? ''] ?? [400, 'Malformed HTTP request'];
  const body = JSON.stringify({ [key]: detail });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: req_${randomUUID()}`,
    'cache-control: no-store',
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
