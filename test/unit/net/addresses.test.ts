import { describe, expect, it } from 'vitest';
import fc from '#test/support/property.ts';
import { addressGuard, isPublicAddress } from '#core/platform/adapters/net/fetch/addresses.ts';

const open = `
  1.1.1.1 8.8.8.8 93.184.215.14 100.63.255.255 100.128.0.0 172.15.255.255 172.32.0.0
  192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0 223.255.255.255 168.63.129.17 11.0.0.0
  2606:4700::1111 2a00:1450:4001:800::200e 2001:4860:4860::8888 2001:200::1
  ::ffff:8.8.8.8 ::ffff:808:808 64:ff9b::8.8.8.8`;

const closed = `
  0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.0 100.100.100.200 100.127.255.255
  127.0.0.1 127.255.255.254 169.254.169.254 169.254.170.2 172.16.0.1 172.31.255.255
  168.63.129.16 192.0.0.192 192.0.2.1 192.88.99.1 192.168.0.1 198.18.0.1 198.19.255.255
  198.51.100.7 203.0.113.7 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255
  :: ::1 ::127.0.0.1 ::8.8.8.8 ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:10.1.2.3 ::ffff:a9fe:a9fe
  ::FFFF:192.168.1.1 0:0:0:0:0:ffff:7f00:0001 ::ffff:0:127.0.0.1 64:ff9b::10.0.0.1
  64:ff9b::a9fe:a9fe 64:ff9b:1::8.8.8.8 2002:7f00:1:: 2002:a9fe:a9fe::1 2002:808:808::1
  2001:0:4136:e378:8000:63bf:3fff:fdd2 2001::1 2001:2::1 2001:10::1 2001:db8::1 3fff::1
  5f00::1 100::1 fc00::1 fd00:ec2::254 fd20:ce::254 fe80::1 fec0::1 ff02::1
  fe80::1%eth0 ::1%lo 2606:4700::1111%eth0
  localhost example.com 127.1 2130706433 0x7f000001 0177.0.0.1 1.1.1 256.1.1.1`;

const words = (table: string) => table.trim().split(/\s+/);

describe('addresses', () => {
  it.each(words(open))('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each(words(closed))('%s is not public (S4)', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it('an IPv4 address is as public as its mapped and translated forms (S4)', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        expect(isPublicAddress(`::ffff:${address}`)).toBe(isPublicAddress(address));
        expect(isPublicAddress(`64:ff9b::${address}`)).toBe(isPublicAddress(address));
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['all public', ['1.1.1.1', '2606:4700::1111'], true],
    ['one private among public ones', ['1.1.1.1', '10.0.0.1'], false],
    ['private last, IPv6', ['2606:4700::1111', '::1'], false],
  ])('a name with addresses: %s (S4)', async (_case, found, accepted) => {
    const guard = addressGuard({
      resolve: async () => found.map((address) => ({ address, family: 4 })),
    });
    const answer = await guard.addresses('host.test').then(
      () => true,
      (error: { code: string }) => {
        expect(error.code).toBe('private_address');
        return false;
      },
    );
    expect(answer).toBe(accepted);
  });

  it('literals are checked without a resolver', async () => {
    const guard = addressGuard({
      resolve: async () => {
        throw new Error('asked');
      },
    });
    expect(await guard.addresses('[2606:4700::1111]')).toEqual([
      { address: '2606:4700::1111', family: 6 },
    ]);
    expect(() => guard.assertLiteral('[::1]')).toThrow(/private network/);
    expect(() => guard.assertLiteral('example.com')).not.toThrow();
  });

  it('the operator may lift the check', async () => {
    const guard = addressGuard({ allowPrivate: true });
    expect(await guard.addresses('127.0.0.1')).toEqual([{ address: '127.0.0.1', family: 4 }]);
  });
});
