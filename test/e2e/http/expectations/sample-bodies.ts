import type { Sent } from '#test/support/http/http-client.ts';
import { answers, type Expectation } from './expectation.ts';
import { json, post } from './shared.ts';

const invalidJson = { detail: 'Invalid JSON body' };
const tooLarge = { detail: 'Payload too large' };
const text = (body: string | Uint8Array): Sent =>
  post('/json', body, { 'content-type': 'application/json' });

/** What becomes of bodies, right and wrong. */
export const sampleBodies: readonly Expectation[] = [
  // Bodies that are not what they should be (S14).
  answers('no body', post('/json', undefined), 400, invalidJson),
  answers('an empty body', text(''), 400, invalidJson),
  answers('half a body', text('{"name":'), 400, invalidJson),
  answers('two bodies', text('{"name":"a"}{}'), 400, invalidJson),
  answers(
    'a body that is not UTF-8',
    text(Buffer.from([...Buffer.from('{"name":"'), 0xff, 0xfe, ...Buffer.from('"}')])),
    400,
    invalidJson,
  ),
  answers('a body with a byte order mark', text('\ufeff{"name":"a"}'), 200, {
    name: 'a',
    polluted: false,
  }),
  answers(
    'every wrong field is named and no value is echoed',
    text('{"count":"planted-1","mode":"planted-2","nested":{"inner":3,"planted":"planted-3"}}'),
    422,
    /^(?!.*planted-)\{"detail":"name: .+; count: .+; mode: .+; nested\.inner: .+; nested\.planted: Unknown field"\}$/,
  ),
  answers('unknown fields', text('{"name":"a","b":1,"c":2}'), 422, {
    detail: 'b: Unknown field; c: Unknown field',
  }),
  answers(
    'an unknown field with an endless name',
    text(JSON.stringify({ name: 'a', ['n'.repeat(10_000)]: 1 })),
    422,
    { detail: `${'n'.repeat(60)}: Unknown field` },
  ),
  answers(
    'a thousand unknown fields',
    text(JSON.stringify(Object.fromEntries([...Array(1000).keys()].map((n) => [`f${n}`, 1])))),
    422,
    /f18: Unknown field; and more"\}$/,
  ),
  answers('__proto__ as a field', text('{"name":"a","__proto__":{"polluted":true}}'), 422, {
    detail: '__proto__: Unknown field',
  }),
  answers(
    '__proto__ one level down',
    text('{"name":"a","nested":{"inner":"b","__proto__":{"polluted":true}}}'),
    422,
    { detail: 'nested.__proto__: Unknown field' },
  ),
  answers('a field twice: the last one counts', text('{"name":"first","name":"last"}'), 200, {
    name: 'last',
    polluted: false,
  }),
  answers(
    'arrays nested 8,000 deep',
    text('['.repeat(8_000) + ']'.repeat(8_000)),
    422,
    /^\{"detail":"body: /,
  ),
  answers(
    'objects nested 100,000 deep where anything goes',
    post('/anything', '{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000)),
    200,
    { type: 'object' },
  ),
  answers('a wrong query', '/query?limit=1000', 422, /"limit: /),
  answers('a query without', '/query', 200, { limit: 50 }),
  answers('__proto__ in a query', '/query?__proto__=1&constructor=2&limit=5', 200, { limit: 5 }),
  answers(
    'a header named constructor',
    { path: '/seen/a/b', headers: { constructor: 'x', host: 'localhost' } },
    200,
    /"constructor":"x"/,
  ),

  // Limits.
  answers('a body of exactly the limit', post('/echo', 'x'.repeat(1000)), 200, 'x'.repeat(1000)),
  answers('one byte more', post('/echo', 'x'.repeat(1001)), 413, tooLarge, {
    headers: { connection: 'close', 'content-type': json, 'x-request-id': /^req_/ },
  }),
  answers(
    'one byte more in chunks',
    post('/echo', 'x'.repeat(1001), { 'transfer-encoding': 'chunked' }),
    413,
    tooLarge,
  ),
  answers(
    'exactly the limit of 4 MiB',
    { method: 'PUT', path: '/large', body: new Uint8Array(4 * 1024 * 1024) },
    200,
    { size: 4 * 1024 * 1024 },
  ),
  answers(
    '20 MiB where 4 MiB are the limit',
    { method: 'PUT', path: '/large', body: new Uint8Array(20 * 1024 * 1024) },
    413,
    tooLarge,
    { behindGateway: { body: { message: 'Request Entity Too Large' }, isRefused: true } },
  ),
  // Bodies that the handler reads as they arrive.
  answers('a streamed body', post('/streamed', new Uint8Array(4 * 1024 * 1024)), 200, {
    size: 4 * 1024 * 1024,
  }),
  answers(
    'a streamed body that is refused after its first byte',
    post('/streamed', '!'.repeat(4 * 1024 * 1024)),
    422,
    { detail: 'No exclamation mark' },
  ),
  answers(
    'a streamed body above its limit',
    post('/streamed', new Uint8Array(6 * 1024 * 1024)),
    413,
    tooLarge,
    { behindGateway: { body: { message: 'Request Too Long' }, isRefused: true } },
  ),
  answers(
    'a streamed body of a caller without permission (S16)',
    post('/streamed', 'text', { 'x-refuse': 'yes' }),
    403,
    { detail: 'Refused' },
  ),
  answers(
    'a streamed body whose handler forgets the permission (S16)',
    post('/streamed', ''),
    500,
    /^\{"detail":"Internal server error"/,
  ),
  answers(
    'headers of more than 10 kB',
    { path: '/health', headers: { 'x-long': 'x'.repeat(10_240) } },
    200,
    undefined,
    {
      behindGateway: {
        status: 431,
        body: { message: 'Request Header Fields Too Large' },
        isRefused: true,
      },
    },
  ),

  // Bytes come through as they are.
  ...(
    [
      ['text', 'text/plain', 'grüße 🎉\r\n\0'],
      ['JSON', 'application/json', '{ "a" : 1 }\n'],
      ['no type', undefined, 'a=b'],
    ] as const
  ).map(([name, type, body]) =>
    answers(
      `a raw body of ${name}`,
      post('/echo', body, type === undefined ? {} : { 'content-type': type }),
      200,
      body,
      { headers: { 'content-type': 'application/octet-stream' } },
    ),
  ),
  answers(
    'a form, which travels as base64',
    post('/form', 'text=a+b%26c%C3%BC&more=1&more=2', {
      'content-type': 'application/x-www-form-urlencoded',
    }),
    200,
    { text: 'a b&cü', more: '2' },
  ),
];
