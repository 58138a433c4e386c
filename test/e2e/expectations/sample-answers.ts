import type { Expectation } from './expectation.ts';

/** What handlers see and what they may answer. */
export const sampleAnswers: readonly Expectation[] = [
  // What a handler sees.
  {
    name: 'path, parameters, query and cookies',
    sent: {
      path: '/seen/a%2Fb/c/d%20e?q=1&q=%26&r',
      headers: {
        cookie: 'a=1; b=x=y; a=2; broken',
        'x-twice': ['one', 'two'],
        host: 'localhost:1',
      },
    },
    status: 200,
    body: {
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
  {
    name: 'what is encoded twice, decoded once',
    sent: { path: '/seen/%252e%252e/a%3Fb' },
    status: 200,
    body: /"path":"\/seen\/%2e%2e\/a","parameters":\{"one":"%2e%2e","rest":"a/,
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
    behindGateway: { headers: { 'transfer-encoding': null, 'content-length': '13' } },
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
    name: 'HEAD with a Range, which counts for GET alone',
    sent: { method: 'HEAD', path: '/file/digits.txt', headers: { range: 'bytes=0-0' } },
    status: 200,
    headers: { 'content-length': '10', 'content-range': null },
    body: '',
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
];
