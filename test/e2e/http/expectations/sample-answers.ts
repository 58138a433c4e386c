import { answers, type Expectation } from './expectation.ts';

/** What handlers see and what they may answer. */
export const sampleAnswers: readonly Expectation[] = [
  // What a handler sees.
  answers(
    'path, parameters, query and cookies',
    {
      path: '/seen/a%2Fb/c/d%20e?q=1&q=%26&r',
      headers: {
        cookie: 'a=1; b=x=y; a=2; broken',
        'x-twice': ['one', 'two'],
        host: 'localhost:1',
      },
    },
    200,
    {
      path: '/seen/a/b/c/d e',
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
      headers: { 'x-twice': 'one,two', host: 'localhost:1', connection: 'close' },
      address: '127.0.0.1',
    },
    {
      behindGateway: {
        // The route is found in the decoded path, and what concerns the connection ends before it.
        body: {
          path: '/seen/a/b/c/d e',
          parameters: { one: 'a', rest: 'b/c/d e' },
          query: [
            ['q', '1'],
            ['q', '&'],
            ['r', ''],
          ],
          cookies: [
            ['a', '1'],
            ['b', 'x=y'],
          ],
          headers: { 'x-twice': 'one,two', host: 'localhost:1', 'x-forwarded-for': '127.0.0.1' },
          address: '127.0.0.1',
        },
      },
    },
  ),
  answers(
    'what is encoded twice, decoded once',
    '/seen/%252e%252e/a%3Fb',
    200,
    /"path":"\/seen\/%2e%2e\/a","parameters":\{"one":"%2e%2e","rest":"a/,
  ),
  answers('a redirect with two cookies', '/moved', 308, '', {
    headers: { location: '/health', 'set-cookie': 'a=1; Path=/|b=2; Path=/; HttpOnly' },
  }),

  // Failures.
  answers('a bug', '/fails', 500, /^\{"detail":"Internal server error","request_id":"req_\w+"\}$/, {
    headers: { 'x-request-id': /^req_/, 'cache-control': 'no-store' },
  }),
  answers(
    'a wrong setting',
    '/misconfigured',
    500,
    /^\{"detail":"Internal server error","request_id":"req_\w+"\}$/,
  ),
  answers('a failure upstream', '/upstream', 502, { detail: 'The code host did not answer' }),

  // Streams and files; the file holds the ten digits.
  answers('a stream', '/stream', 200, 'one two three', {
    headers: { 'transfer-encoding': 'chunked', 'content-length': null },
    behindGateway: { headers: { 'transfer-encoding': null, 'content-length': '13' } },
  }),
  answers('HEAD of a stream', { method: 'HEAD', path: '/stream' }, 200, ''),
  answers('a file', '/file/digits.txt', 200, '0123456789', {
    headers: { 'content-length': '10', 'accept-ranges': 'bytes', etag: /^"[^"]+"$/ },
  }),
  answers('HEAD of a file', { method: 'HEAD', path: '/file/digits.txt' }, 200, '', {
    headers: { 'content-length': '10', 'last-modified': /GMT$/ },
  }),
  ...(
    [
      ['bytes=0-0', '0', '0-0'],
      ['bytes=2-4', '234', '2-4'],
      ['bytes=7-', '789', '7-9'],
      ['bytes=-2', '89', '8-9'],
      ['bytes=8-99', '89', '8-9'],
      ['bytes=-99', '0123456789', '0-9'],
    ] as const
  ).map(([range, body, part]) =>
    answers(`Range: ${range}`, { path: '/file/digits.txt', headers: { range } }, 206, body, {
      headers: { 'content-range': `bytes ${part}/10`, 'content-length': String(body.length) },
    }),
  ),
  ...['bytes=10-', 'bytes=99-100', 'bytes=-0'].map((range) =>
    answers(`Range: ${range}`, { path: '/file/digits.txt', headers: { range } }, 416, undefined, {
      headers: { 'content-range': 'bytes */10' },
    }),
  ),
  ...['bytes=4-2', 'bytes=0-1,3-4', 'lines=1-2', 'bytes=a-b', 'bytes=-', 'nonsense'].map((range) =>
    answers(
      `Range: ${range} counts as none`,
      { path: '/file/digits.txt', headers: { range } },
      200,
      '0123456789',
      { headers: { 'content-range': null } },
    ),
  ),
  answers(
    'Range of an older version',
    { path: '/file/digits.txt', headers: { range: 'bytes=0-0', 'if-range': '"old"' } },
    200,
    '0123456789',
  ),
  answers(
    'HEAD with a Range, which counts for GET alone',
    { method: 'HEAD', path: '/file/digits.txt', headers: { range: 'bytes=0-0' } },
    200,
    '',
    { headers: { 'content-length': '10', 'content-range': null } },
  ),
  answers('a file that is not there', '/file/nothing.txt', 404, { detail: 'File not found' }),
  answers('a file outside', '/file/..%2Fapp.db', 400),
  answers(
    'a wrong method among patterns',
    { method: 'PUT', path: '/file/digits.txt' },
    405,
    undefined,
    { headers: { allow: 'GET, HEAD' } },
  ),
];
