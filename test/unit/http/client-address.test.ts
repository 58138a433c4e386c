import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { clientAddress } from '#core/http/request/client-address.ts';
import { requestOf } from '#core/http/request/request.ts';
import { Failure } from '#core/platform/failure.ts';
import type { Environment } from '#core/platform/ports/environment.ts';

const proxies = ['10.0.0.0/8', '192.0.2.7', 'fd00::/8'];

describe('the client’s address (S13)', () => {
  it.each([
    ['nobody is trusted', [], '10.0.0.1', '203.0.113.9', '10.0.0.1', false],
    ['a stranger’s word', proxies, '203.0.113.5', '198.51.100.1', '203.0.113.5', false],
    ['a proxy’s word', proxies, '10.0.0.1', '203.0.113.9', '203.0.113.9', true],
    ['a single trusted address', proxies, '192.0.2.7', '203.0.113.9', '203.0.113.9', true],
    ['its neighbour', proxies, '192.0.2.8', '203.0.113.9', '192.0.2.8', false],
    ['no header', proxies, '10.0.0.1', undefined, '10.0.0.1', true],
    ['an empty header', proxies, '10.0.0.1', '', '10.0.0.1', true],
    ['what the caller made up', proxies, '10.0.0.1', '1.1.1.1, 203.0.113.9', '203.0.113.9', true],
    ['a chain of proxies', proxies, '10.0.0.1', '203.0.113.9, 10.9.9.9', '203.0.113.9', true],
    ['only proxies', proxies, '10.0.0.1', '10.1.1.1,10.2.2.2', '10.1.1.1', true],
    ['a made-up proxy', proxies, '10.0.0.1', '10.1.1.1, 203.0.113.9', '203.0.113.9', true],
    ['a word that is no address', proxies, '10.0.0.1', '203.0.113.9, unknown', 'unknown', true],
    ['a word that ends the list', proxies, '10.0.0.1', '203.0.113.9,', '', true],
    ['an address with a port', proxies, '10.0.0.1', '203.0.113.9:1', '203.0.113.9:1', true],
    ['an IPv4 peer of an IPv6 socket', proxies, '::ffff:10.0.0.1', '1.2.3.4', '1.2.3.4', true],
    ['a mapped address in the header', proxies, '10.0.0.1', '::ffff:1.2.3.4', '1.2.3.4', true],
    ['IPv6', proxies, 'fd00::1', '2001:db8::1', '2001:db8::1', true],
    ['another IPv6', proxies, 'fe80::1', '2001:db8::1', 'fe80::1', false],
    ['a peer that has gone', proxies, undefined, '1.2.3.4', '', false],
  ])('%s', (_name, trusted, peer, forwarded, address, viaTrustedProxy) => {
    expect(clientAddress(trusted)(peer, forwarded)).toEqual({ address, viaTrustedProxy });
  });

  it('is that of an API Gateway event as well', () => {
    const event = {
      requestContext: { http: { sourceIp: '10.0.0.1' } },
      headers: { 'x-forwarded-for': '1.1.1.1, 203.0.113.9' },
    } as unknown as APIGatewayProxyEventV2;
    const seen = (environment: Environment) => requestOf(event, {}, environment).address;
    expect(seen({})).toBe('10.0.0.1');
    expect(seen({ TRUSTED_PROXIES: '10.0.0.0/8' })).toBe('203.0.113.9');
  });

  it.each([
    '10.0.0.0/33',
    'fd00::/129',
    '10.0.0',
    'proxy.example',
    '10.0.0.0/8/8',
    '/8',
    '10.0.0.0/',
    '1.2.3.4/x',
  ])('TRUSTED_PROXIES=%s is refused', (entry) => {
    expect(() => clientAddress([entry])).toThrow(Failure);
    expect(() => clientAddress([entry])).toThrow(/^TRUSTED_PROXIES must list addresses/);
  });
});
