import type { Sent } from '#test/support/http-client.ts';
import type { Expectation } from './expectation.ts';

export const json = 'application/json; charset=utf-8';
export const notFound = { detail: 'Not Found' };

/** What every service promises of its health route. */
export function health(path: string, body: object): Expectation[] {
  const length = String(JSON.stringify(body).length);
  return [
    {
      name: `GET ${path}`,
      sent: { path },
      status: 200,
      headers: { 'content-type': json, 'content-length': length, 'x-request-id': /^req_\w+$/ },
      body,
    },
    {
      name: `HEAD ${path}`,
      sent: { method: 'HEAD', path },
      status: 200,
      headers: { 'content-type': json, 'content-length': length, etag: /^"[\w-]{22}"$/ },
      body: '',
    },
    {
      name: `GET ${path} with another key and cookie`,
      sent: { path, headers: { authorization: 'Bearer unknown', cookie: 'app_session=unknown' } },
      status: 200,
      body,
    },
    {
      name: `DELETE ${path}`,
      sent: { method: 'DELETE', path },
      status: 405,
      headers: { allow: 'GET, HEAD', 'content-type': json },
    },
    {
      name: `OPTIONS ${path}`,
      sent: { method: 'OPTIONS', path },
      status: 405,
      headers: { allow: 'GET, HEAD' },
    },
  ];
}

export const post = (path: string, body: Sent['body'], headers: Sent['headers'] = {}): Sent => ({
  method: 'POST',
  path,
  headers,
  ...(body !== undefined && { body }),
});
