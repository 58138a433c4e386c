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

const json = 'application/json; charset=utf-8';
const notFound = { detail: 'Not Found' };
const unauthorized = { detail: 'Unauthorized' };
const invalidJson = { detail: 'Invalid JSON body' };
const tooLarge = { detail: 'Payload too large' };

function health(path: string, body: object): Expectation[] {
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

const post = (path: string, body: Sent['body'], headers: Sent['headers'] = {}): Sent => ({
  method: 'POST',
  path,
  headers,
  ...(body !== undefined && { body }),
});
const text = (body: string | Uint8Array): Sent =>
  post('/json', body, { 'content-type': 'application/json' });

export const expectations: Readonly<Record<ExpectedService, readonly Expectation[]>> = {
  docs: [
    ...health('/health', { status: 'ok' }),
    {
      name: 'an unknown path',
      sent: { path: '/nowhere' },
      status: 404,
      headers: { 'content-type': json, 'x-request-id': /^req_/, 'cache-control': 'no-store' },
      body: notFound,
    },
    { name: 'a trailing slash', sent: { path: '/health/' }, status: 404, body: notFound },
    { name: 'a double slash', sent: { path: '//health' }, status: 404, body: notFound },
    {
      name: 'the whole URL, as to a proxy',
      sent: { path: 'http://elsewhere.example/health?x=1' },
      status: 200,
      body: { status: 'ok' },
    },
    { name: 'a query on a route without one', sent: { path: '/health?a=1&a=2' }, status: 200 },
    {
      name: 'an unknown path of the interface, unauthenticated',
      sent: { path: '/api/nowhere' },
      status: 401,
      headers: { 'content-type': json, 'x-request-id': /^req_/ },
      body: unauthorized,
    },
    {
      name: 'a wrong method on the interface, unauthenticated',
      sent: { method: 'PATCH', path: '/api/auth/me' },
      status: 401,
      body: unauthorized,
    },
    { name: 'me, anonymous', sent: { path: '/api/auth/me' }, status: 401, body: unauthorized },
    {
      name: 'HEAD me, anonymous',
      sent: { method: 'HEAD', path: '/api/auth/me' },
      status: 401,
      headers: { 'content-length': String(JSON.stringify(unauthorized).length) },
      body: '',
    },
    {
      name: 'a malformed body to an admin route, anonymous',
      sent: post('/api/admin/users', '{'),
      status: 401,
      body: unauthorized,
    },
    {
      name: 'a browser without a session',
      sent: { path: '/', headers: { accept: 'text/html,*/*;q=0.8' } },
      status: 302,
      headers: { location: '/login' },
      body: '',
    },
    { name: 'a program without a session', sent: { path: '/' }, status: 401, body: unauthorized },
    {
      name: 'the login page',
      sent: { path: '/login' },
      status: 200,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': /^(?!.*unsafe-inline).*default-src/,
        'x-content-type-options': 'nosniff',
      },
      body: /<form[^>]+method="post" action="\/login"/,
    },
    {
      name: 'the login page, told to lead elsewhere',
      sent: { path: '/login?next=https://elsewhere.example/' },
      status: 200,
      body: /^(?!.*elsewhere)/s,
    },
    {
      name: 'its own description',
      sent: { path: '/openapi.json' },
      status: 200,
      headers: { 'content-type': json },
      body: /"openapi":"3\.1\.0"/,
    },
    {
      name: 'an asset that is not there',
      sent: { path: '/assets/nothing.css' },
      status: 404,
      body: { detail: 'File not found' },
    },
    {
      name: 'an asset outside the folder',
      sent: { path: '/assets/..%2f..%2fpackage.json' },
      status: 404,
      body: { detail: 'File not found' },
    },
    {
      name: 'a login without a body',
      sent: post('/api/auth/login', undefined),
      status: 400,
      body: invalidJson,
    },
    {
      name: 'a login whose fields are missing',
      sent: post('/api/auth/login', {}),
      status: 422,
      body: /^\{"detail":"username: [^"]+; api_key: [^"]+"\}$/,
    },
    {
      name: 'a login with an unknown field',
      sent: post('/api/auth/login', { username: 'a', api_key: 'b', extra: 'planted-value' }),
      status: 422,
      body: { detail: 'extra: Unknown field' },
    },
    {
      name: 'a wrong login',
      sent: post('/api/auth/login', { username: 'admin', api_key: 'not-the-key' }),
      status: 401,
      headers: { 'set-cookie': null },
      body: { detail: 'Invalid username or password' },
    },
    {
      name: 'a login beyond 16 KiB',
      sent: post('/api/auth/login', { username: 'a'.repeat(16_384), api_key: '' }),
      status: 413,
      body: tooLarge,
    },
    {
      name: 'a wrong login in the form',
      sent: post('/login', 'username=%3Cb%3Eeve&api_key=wrong', {
        'content-type': 'application/x-www-form-urlencoded',
      }),
      status: 401,
      headers: { 'content-type': 'text/html; charset=utf-8', 'set-cookie': null },
      body: /Invalid username or password[^]*value="&#60;b&#62;eve"/,
    },
    {
      name: 'a login form sent by another site',
      sent: post('/login', 'username=admin&api_key=x', {
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'https://elsewhere.example',
      }),
      status: 403,
      body: { detail: 'Cross-origin request refused' },
    },
  ],
  analysis: [
    ...health('/health', { status: 'healthy' }),
    { name: 'an unknown path', sent: { path: '/nowhere' }, status: 404, body: notFound },
    {
      name: 'an unknown path of the interface',
      sent: { path: '/api/nowhere' },
      status: 404,
      body: notFound,
    },
    {
      name: 'an unknown path among the administrator’s',
      sent: { path: '/api/admin/nowhere' },
      status: 403,
      body: { detail: 'Admin access required' },
    },
    {
      name: 'me, anonymous',
      sent: { path: '/api/auth/me' },
      status: 200,
      body: { username: '', role: 'user', is_admin: false },
    },
    {
      name: 'me with an unknown key',
      sent: { path: '/api/auth/me', headers: { authorization: 'Bearer unknown' } },
      status: 200,
      body: { username: '', role: 'user', is_admin: false },
    },
    {
      name: 'me with a name in the cookie',
      sent: { path: '/api/auth/me', headers: { cookie: 'other=1; app_username=J%C3%BCrgen' } },
      status: 200,
      headers: { 'set-cookie': null },
      body: { username: 'Jürgen', role: 'user', is_admin: false },
    },
    ...['admin', 'Admin', '%41DMIN', '%20admin', '%zz'].map((name) => ({
      name: `me with the reserved name ${name}`,
      sent: { path: '/api/auth/me', headers: { cookie: `app_username=${name}` } },
      status: 200,
      body: { username: '', role: 'user', is_admin: false },
    })),
    {
      name: 'me with a user that nobody vouches for (S13)',
      sent: { path: '/api/auth/me', headers: { 'x-forwarded-user': 'someone' } },
      status: 200,
      headers: { 'set-cookie': null },
      body: { username: '', role: 'user', is_admin: false },
    },
    {
      name: 'a login without a key',
      sent: post('/api/auth/login', { username: 'admin' }),
      status: 400,
      body: { detail: 'Username and api_key are required' },
    },
    {
      name: 'a wrong login',
      sent: post('/api/auth/login', { username: 'admin', api_key: 'not-the-key' }),
      status: 401,
      body: { detail: 'Invalid username or API key' },
    },
    {
      name: 'a wrong login in the form',
      sent: post('/login', 'username=admin&api_key=wrong', {
        'content-type': 'application/x-www-form-urlencoded',
      }),
      status: 401,
      body: /Invalid username or API key/,
    },
    { name: 'its own description', sent: { path: '/openapi.json' }, status: 200, body: /3\.1\.0/ },
    { name: 'the login page', sent: { path: '/login' }, status: 200, body: /api_key/ },
  ],
  webhook: [
    ...health('/webhook_server/healthcheck', { status: 200, message: 'Alive' }),
    { name: 'an unknown path', sent: { path: '/health' }, status: 404, body: notFound },
  ],
  sessions: [
    ...health('/health', { status: 'ok' }),
    { name: 'an unknown path', sent: { path: '/nowhere' }, status: 404, body: notFound },
  ],
  agent: [
    ...health('/health', { status: 'ok' }),
    {
      name: 'an unknown path',
      sent: { path: '/nowhere' },
      status: 404,
      body: { error: 'Not Found' },
    },
    {
      name: 'a wrong method',
      sent: { method: 'POST', path: '/health' },
      status: 405,
      body: { error: 'Method Not Allowed' },
    },
  ],
  sample: [
    // Bodies that are not what they should be (S14).
    { name: 'no body', sent: post('/json', undefined), status: 400, body: invalidJson },
    { name: 'an empty body', sent: text(''), status: 400, body: invalidJson },
    { name: 'half a body', sent: text('{"name":'), status: 400, body: invalidJson },
    { name: 'two bodies', sent: text('{"name":"a"}{}'), status: 400, body: invalidJson },
    {
      name: 'a body that is not UTF-8',
      sent: text(Buffer.from([...Buffer.from('{"name":"'), 0xff, 0xfe, ...Buffer.from('"}')])),
      status: 400,
      body: invalidJson,
    },
    {
      name: 'a body with a byte order mark',
      sent: text('\ufeff{"name":"a"}'),
      status: 200,
      body: { name: 'a', polluted: false },
    },
    {
      name: 'every wrong field is named and no value is echoed',
      sent: text(
        '{"count":"planted-1","mode":"planted-2","nested":{"inner":3,"planted":"planted-3"}}',
      ),
      status: 422,
      body: /^(?!.*planted-)\{"detail":"name: .+; count: .+; mode: .+; nested\.inner: .+; nested\.planted: Unknown field"\}$/,
    },
    {
      name: 'another type of body',
      sent: text('["planted-value"]'),
      status: 422,
      body: /^(?!.*planted)\{"detail":"body: /,
    },
    {
      name: 'unknown fields',
      sent: text('{"name":"a","b":1,"c":2}'),
      status: 422,
      body: { detail: 'b: Unknown field; c: Unknown field' },
    },
    {
      name: 'an unknown field with an endless name',
      sent: text(JSON.stringify({ name: 'a', ['n'.repeat(10_000)]: 1 })),
      status: 422,
      body: { detail: `${'n'.repeat(60)}: Unknown field` },
    },
    {
      name: 'a thousand unknown fields',
      sent: text(
        JSON.stringify(Object.fromEntries([...Array(1000).keys()].map((n) => [`f${n}`, 1]))),
      ),
      status: 422,
      body: /and 981 more"\}$/,
    },
    {
      name: '__proto__ as a field',
      sent: text('{"name":"a","__proto__":{"polluted":true}}'),
      status: 422,
      body: { detail: '__proto__: Unknown field' },
    },
    {
      name: '__proto__ one level down',
      sent: text('{"name":"a","nested":{"inner":"b","__proto__":{"polluted":true}}}'),
      status: 422,
      body: { detail: 'nested.__proto__: Unknown field' },
    },
    {
      name: 'a field twice: the last one counts',
      sent: text('{"name":"first","name":"last"}'),
      status: 200,
      body: { name: 'last', polluted: false },
    },
    {
      name: 'arrays nested 100,000 deep',
      sent: text('['.repeat(100_000) + ']'.repeat(100_000)),
      status: 422,
      body: /^\{"detail":"body: /,
    },
    {
      name: 'objects nested 100,000 deep where anything goes',
      sent: post('/anything', '{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000)),
      status: 200,
      body: { type: 'object' },
    },
    { name: 'a wrong query', sent: { path: '/query?limit=1000' }, status: 422, body: /"limit: / },
    { name: 'a query without', sent: { path: '/query' }, status: 200, body: { limit: 50 } },
    {
      name: '__proto__ in a query',
      sent: { path: '/query?__proto__=1&constructor=2&limit=5' },
      status: 200,
      body: { limit: 5 },
    },
    {
      name: 'a header named constructor',
      sent: { path: '/seen/a/b', headers: { constructor: 'x', host: 'h' } },
      status: 200,
      body: /"constructor":"x"/,
    },

    // Limits.
    {
      name: 'a body of exactly the limit',
      sent: post('/echo', 'x'.repeat(1000)),
      status: 200,
      body: 'x'.repeat(1000),
    },
    {
      name: 'one byte more',
      sent: post('/echo', 'x'.repeat(1001)),
      status: 413,
      headers: { connection: 'close', 'content-type': json, 'x-request-id': /^req_/ },
      body: tooLarge,
    },
    {
      name: 'exactly the limit in chunks',
      sent: post('/echo', 'x'.repeat(1000), { 'transfer-encoding': 'chunked' }),
      status: 200,
      body: 'x'.repeat(1000),
    },
    {
      name: 'one byte more in chunks',
      sent: post('/echo', 'x'.repeat(1001), { 'transfer-encoding': 'chunked' }),
      status: 413,
      body: tooLarge,
    },
    {
      name: 'exactly the limit of 4 MiB',
      sent: { method: 'PUT', path: '/large', body: new Uint8Array(4 * 1024 * 1024) },
      status: 200,
      body: { size: 4 * 1024 * 1024 },
    },
    {
      name: '20 MiB where 4 MiB are the limit',
      sent: { method: 'PUT', path: '/large', body: new Uint8Array(20 * 1024 * 1024) },
      status: 413,
      body: tooLarge,
    },

    // Bytes come through as they are.
    ...(
      [
        ['text', 'text/plain', 'grüße 🎉\r\n\0'],
        ['JSON', 'application/json', '{ "a" : 1 }\n'],
        ['no type', undefined, 'a=b'],
      ] as const
    ).map(([name, type, body]) => ({
      name: `a raw body of ${name}`,
      sent: post('/echo', body, type === undefined ? {} : { 'content-type': type }),
      status: 200,
      headers: { 'content-type': 'application/octet-stream' },
      body,
    })),
    {
      name: 'a form, which travels as base64',
      sent: post('/form', 'text=a+b%26c%C3%BC&more=1&more=2', {
        'content-type': 'application/x-www-form-urlencoded',
      }),
      status: 200,
      body: { text: 'a b&cü', more: '2' },
    },

    // What a handler sees.
    {
      name: 'path, parameters, query and cookies',
      sent: {
        path: '/seen/a%2Fb/c/d%20e?q=1&q=%26&r',
        headers: { cookie: 'a=1; b=x=y; a=2; broken', 'x-twice': ['one', 'two'], host: 'h:1' },
      },
      status: 200,
      body: {
        path: '/seen/a%2Fb/c/d%20e',
        parameters: { one: 'a/b', rest: 'c/d e' },
        query: [
          ['q', '1'],
          ['q', '&'],
          ['r', ''],
        ],
        cookies: [
          ['a', '1'],
          ['b', 'x=y'],
        ],
        headers: { 'x-twice': 'one,two', host: 'h:1', connection: 'close' },
        address: '127.0.0.1',
      },
    },
    {
      name: 'a redirect with two cookies',
      sent: { path: '/moved' },
      status: 308,
      headers: { location: '/health', 'set-cookie': 'a=1; Path=/|b=2; Path=/; HttpOnly' },
      body: '',
    },

    // Failures.
    {
      name: 'a bug',
      sent: { path: '/fails' },
      status: 500,
      headers: { 'x-request-id': /^req_/, 'cache-control': 'no-store' },
      body: /^\{"detail":"Internal server error","request_id":"req_\w+"\}$/,
    },
    {
      name: 'a wrong setting',
      sent: { path: '/misconfigured' },
      status: 500,
      body: /^\{"detail":"Internal server error","request_id":"req_\w+"\}$/,
    },
    {
      name: 'a failure upstream',
      sent: { path: '/upstream' },
      status: 502,
      body: { detail: 'The code host did not answer' },
    },

    // Streams and files; the file holds the ten digits.
    {
      name: 'a stream',
      sent: { path: '/stream' },
      status: 200,
      headers: { 'transfer-encoding': 'chunked', 'content-length': null },
      body: 'one two three',
    },
    { name: 'HEAD of a stream', sent: { method: 'HEAD', path: '/stream' }, status: 200, body: '' },
    {
      name: 'a file',
      sent: { path: '/file/digits.txt' },
      status: 200,
      headers: { 'content-length': '10', 'accept-ranges': 'bytes', etag: /^"[^"]+"$/ },
      body: '0123456789',
    },
    {
      name: 'HEAD of a file',
      sent: { method: 'HEAD', path: '/file/digits.txt' },
      status: 200,
      headers: { 'content-length': '10', 'last-modified': /GMT$/ },
      body: '',
    },
    ...(
      [
        ['bytes=0-0', '0', '0-0'],
        ['bytes=2-4', '234', '2-4'],
        ['bytes=7-', '789', '7-9'],
        ['bytes=-2', '89', '8-9'],
        ['bytes=8-99', '89', '8-9'],
        ['bytes=-99', '0123456789', '0-9'],
      ] as const
    ).map(([range, body, part]) => ({
      name: `Range: ${range}`,
      sent: { path: '/file/digits.txt', headers: { range } },
      status: 206,
      headers: { 'content-range': `bytes ${part}/10`, 'content-length': String(body.length) },
      body,
    })),
    ...['bytes=10-', 'bytes=99-100', 'bytes=-0'].map((range) => ({
      name: `Range: ${range}`,
      sent: { path: '/file/digits.txt', headers: { range } },
      status: 416,
      headers: { 'content-range': 'bytes */10' },
    })),
    ...['bytes=4-2', 'bytes=0-1,3-4', 'lines=1-2', 'bytes=a-b', 'bytes=-', 'nonsense'].map(
      (range) => ({
        name: `Range: ${range} counts as none`,
        sent: { path: '/file/digits.txt', headers: { range } },
        status: 200,
        headers: { 'content-range': null },
        body: '0123456789',
      }),
    ),
    {
      name: 'Range of an older version',
      sent: { path: '/file/digits.txt', headers: { range: 'bytes=0-0', 'if-range': '"old"' } },
      status: 200,
      body: '0123456789',
    },
    {
      name: 'a file that is not there',
      sent: { path: '/file/nothing.txt' },
      status: 404,
      body: { detail: 'File not found' },
    },
    {
      name: 'a file outside',
      sent: { path: '/file/..%2Fapp.db' },
      status: 400,
    },
    {
      name: 'a wrong method among patterns',
      sent: { method: 'PUT', path: '/file/digits.txt' },
      status: 405,
      headers: { allow: 'GET, HEAD' },
    },
  ],
};

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
