import type { Sent } from '#test/support/http-client.ts';
import type { Expectation } from './expectation.ts';
import { json, post } from './shared.ts';

const invalidJson = { detail: 'Invalid JSON body' };
const tooLarge = { detail: 'Payload too large' };
const text = (body: string | Uint8Array): Sent =>
  post('/json', body, { 'content-type': 'application/json' });

/** What becomes of bodies, right and wrong. */
export const sampleBodies: readonly Expectation[] = [
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
    body: /f18: Unknown field; and more"\}$/,
  },
  {
    name: 'twenty unknown fields are all named',
    sent: text(
      JSON.stringify({
        name: 'a',
        ...Object.fromEntries([...Array(20).keys()].map((n) => [`f${n}`, 1])),
      }),
    ),
    status: 422,
    body: /f18: Unknown field; f19: Unknown field"\}$/,
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
    name: 'arrays nested 8,000 deep',
    sent: text('['.repeat(8_000) + ']'.repeat(8_000)),
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
    sent: { path: '/seen/a/b', headers: { constructor: 'x', host: 'localhost' } },
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
    behindGateway: { body: { message: 'Request Entity Too Large' }, isRefused: true },
  },
  {
    name: '8 MiB where 4 MiB are the limit',
    sent: { method: 'PUT', path: '/large', body: new Uint8Array(8 * 1024 * 1024) },
    status: 413,
    body: tooLarge,
    // As base64 it does not fit into an event.
    behindGateway: { body: { message: 'Request Too Long' }, isRefused: true },
  },
  // Bodies that the handler reads as they arrive.
  {
    name: 'a streamed body',
    sent: post('/streamed', new Uint8Array(4 * 1024 * 1024)),
    status: 200,
    body: { size: 4 * 1024 * 1024 },
  },
  {
    name: 'a streamed body that is refused after its first byte',
    sent: post('/streamed', '!'.repeat(4 * 1024 * 1024)),
    status: 422,
    body: { detail: 'No exclamation mark' },
  },
  {
    name: 'a streamed body above its limit',
    sent: post('/streamed', new Uint8Array(6 * 1024 * 1024)),
    status: 413,
    body: tooLarge,
    behindGateway: { body: { message: 'Request Too Long' }, isRefused: true },
  },
  {
    name: 'a streamed body of a caller without permission (S16)',
    sent: post('/streamed', 'text', { 'x-refuse': 'yes' }),
    status: 403,
    body: { detail: 'Refused' },
  },
  {
    name: 'a streamed body whose handler forgets the permission (S16)',
    sent: post('/streamed', ''),
    status: 500,
    body: /^\{"detail":"Internal server error"/,
  },
  {
    name: 'headers of more than 10 kB',
    sent: { path: '/health', headers: { 'x-long': 'x'.repeat(10_240) } },
    status: 200,
    behindGateway: {
      status: 431,
      body: { message: 'Request Header Fields Too Large' },
      isRefused: true,
    },
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
];
