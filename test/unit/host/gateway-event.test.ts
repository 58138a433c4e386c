import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { gatewayEvent } from '#core/host/gateway/gateway-event.ts';

const stranger = { address: '203.0.113.1', viaTrustedProxy: false };
const proxy = { address: '203.0.113.1', viaTrustedProxy: true };

function eventOf(headers: Record<string, string>, body?: Buffer, caller = stranger) {
  const request = {
    method: 'POST',
    httpVersion: '1.1',
    rawHeaders: Object.entries(headers).flat(),
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
    ),
  } as unknown as IncomingMessage;
  const matched = {
    routeKey: 'POST /a/{x}',
    parameters: { x: '1' },
    path: '/a/1',
    query: 'q=1&q=2&r=%26',
  };
  return gatewayEvent(request, matched, caller, body);
}

describe('the event that a handler gets', () => {
  it.each([
    ['application/json', '{}', false],
    ['application/json; charset=utf-8', 'ü', false],
    ['Application/JSON', '{}', false],
    ['application/problem+json', '{}', false],
    ['application/xml', '<a/>', false],
    ['application/atom+xml', '<a/>', false],
    ['application/javascript', '1', false],
    ['text/plain', 'ü', false],
    ['text/csv', 'a,b', false],
    ['application/x-www-form-urlencoded', 'a=b', true],
    ['multipart/form-data; boundary=x', '--x', true],
    ['application/octet-stream', 'abc', true],
    ['image/svg+xml', '<svg/>', true],
    [undefined, '{}', true],
  ])('carries %s as base64 or not', (type, text, isBase64Encoded) => {
    const event = eventOf(type === undefined ? {} : { 'Content-Type': type }, Buffer.from(text));
    expect(event.isBase64Encoded).toBe(isBase64Encoded);
    expect(Buffer.from(event.body ?? '', isBase64Encoded ? 'base64' : 'utf8').toString()).toBe(
      text,
    );
  });

  it('has the shape of payload format 2.0', () => {
    expect(eventOf({ Host: 'h:1', Cookie: 'a=1; b=2', 'User-Agent': 'ua' })).toMatchObject({
      version: '2.0',
      routeKey: 'POST /a/{x}',
      rawPath: '/a/1',
      rawQueryString: 'q=1&q=2&r=%26',
      cookies: ['a=1', 'b=2'],
      headers: { host: 'h:1', 'user-agent': 'ua' },
      queryStringParameters: { q: '1,2', r: '&' },
      pathParameters: { x: '1' },
      requestContext: {
        domainName: 'h:1',
        http: { method: 'POST', path: '/a/1', sourceIp: '203.0.113.1', userAgent: 'ua' },
        requestId: expect.stringMatching(/^req_\w+$/) as string,
        stage: '$default',
      },
    });
    expect(eventOf({ Cookie: 'a=1' }).headers['cookie']).toBeUndefined();
  });

  it.each(['X-Forwarded-User', 'X-Forwarded-Proto', 'X-Forwarded-Host'])(
    'has %s from a trusted proxy only (S13)',
    (name) => {
      const lower = name.toLowerCase();
      expect(eventOf({ [name]: 'x' }).headers[lower]).toBeUndefined();
      expect(eventOf({ [name]: 'x' }, undefined, proxy).headers[lower]).toBe('x');
    },
  );
});
