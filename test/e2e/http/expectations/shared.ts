import type { Sent } from '#test/support/http/http-client.ts';
import { answers, type Expectation } from './expectation.ts';

export const json = 'application/json; charset=utf-8';
export const notFound = { detail: 'Not Found' };

/** What every service promises of its health route. */
export function health(path: string, body: object): Expectation[] {
  const length = String(JSON.stringify(body).length);
  return [
    answers(`GET ${path}`, path, 200, body, {
      headers: { 'content-type': json, 'content-length': length, 'x-request-id': /^req_\w+$/ },
    }),
    answers(`HEAD ${path}`, { method: 'HEAD', path }, 200, '', {
      headers: { 'content-type': json, 'content-length': length, etag: /^"[\w-]{22}"$/ },
    }),
    answers(
      `GET ${path} with another key and cookie`,
      { path, headers: { authorization: 'Bearer unknown', cookie: 'app_session=unknown' } },
      200,
      body,
    ),
    answers(`DELETE ${path}`, { method: 'DELETE', path }, 405, undefined, {
      headers: { allow: 'GET, HEAD', 'content-type': json },
    }),
    answers(`OPTIONS ${path}`, { method: 'OPTIONS', path }, 405, undefined, {
      headers: { allow: 'GET, HEAD' },
    }),
  ];
}

export const post = (path: string, body: Sent['body'], headers: Sent['headers'] = {}): Sent => ({
  method: 'POST',
  path,
  headers,
  ...(body !== undefined && { body }),
});

export const form = (path: string, body: string, headers: Sent['headers'] = {}): Sent =>
  post(path, body, { 'content-type': 'application/x-www-form-urlencoded', ...headers });

/** What a browser that opens the page sends. */
export const opened = (path: string): Sent => ({
  path,
  headers: { accept: 'text/html,*/*;q=0.8' },
});

export const location = (url: string) => ({ headers: { location: url } });
