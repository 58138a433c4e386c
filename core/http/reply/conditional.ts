import { hash } from 'node:crypto';
import type { HttpRequest } from '../request/request.ts';
import type { Reply } from './reply.ts';

/** Adds the ETag to a successful read, and answers 304 when the client has the same content. */
export function conditional(request: HttpRequest, reply: Reply): Reply {
  if (!isRead(request) || (reply.status !== 200 && reply.status !== 206)) return reply;
  const etag = reply.etag ?? etagOf(reply.body);
  if (etag === undefined) return reply;
  const headers = { ...reply.headers, etag: `"${etag}"` };
  if (!matches(request.headers['if-none-match'], etag)) return { ...reply, headers };
  const {
    'content-length': _length,
    'content-range': _range,
    'content-encoding': _encoding,
    ...validators
  } = headers as Record<string, string>;
  const { body, ...rest } = reply;
  if (body !== undefined && typeof body === 'object' && Symbol.asyncIterator in body) abandon(body);
  return { ...rest, status: 304, headers: validators };
}

export function isRead(request: Pick<HttpRequest, 'method'>): boolean {
  return request.method === 'GET' || request.method === 'HEAD';
}

/** Ends a stream that will not be read, so that it closes its file or connection. */
export function abandon(body: AsyncIterable<Uint8Array>): void {
  void body[Symbol.asyncIterator]().return?.();
}

export function etagOf(body: Reply['body']): string | undefined {
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) return undefined;
  return hash('sha256', body, 'base64url').slice(0, 22);
}

function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  return header
    .split(',')
    .some((candidate) => candidate.trim().replace(/^W\//, '') === `"${etag}"`);
}
