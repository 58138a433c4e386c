import { lookup as lookupName } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';
import { BlockList, isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { Failure } from '../../../failure.ts';

// IANA's special-purpose registries, and clouds' metadata addresses in ranges that look public.
const refused4: readonly (readonly [network: string, prefix: number])[] = [
  ['0.0.0.0', 8], // this network; 0.0.0.0 connects to the machine itself
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // carrier-grade NAT; a cloud's metadata lies at 100.100.100.200
  ['127.0.0.0', 8], // loopback
  ['168.63.129.16', 32], // a cloud's host agent
  ['169.254.0.0', 16], // link-local; most clouds' metadata
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments; a cloud's metadata lies at 192.0.0.192
  ['192.0.2.0', 24], // documentation
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16], // private
  ['198.18.0.0', 15], // benchmarking
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, broadcast
];

const refused6: readonly (readonly [network: string, prefix: number])[] = [
  ['2001::', 23], // protocol assignments: Teredo, benchmarking, ORCHID
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4: carries any IPv4 address and no host worth reaching
  ['3fff::', 20], // documentation
];

// IPv6 forms of an IPv4 address: mapped, and NAT64, by which an IPv6-only network reaches IPv4.
const embeddings = ['::ffff:', '64:ff9b::'];

// Only global unicast is public. That excludes loopback, unique-local (fd00:ec2::254), link-local,
// multicast, discard and IPv4-compatible addresses.
const candidates6 = new BlockList();
candidates6.addSubnet('2000::', 3, 'ipv6');
const refused = new BlockList();
for (const [network, prefix] of refused4) refused.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of refused6) refused.addSubnet(network, prefix, 'ipv6');
for (const embedding of embeddings) {
  candidates6.addSubnet(`${embedding}0.0.0.0`, 96, 'ipv6');
  for (const [network, prefix] of refused4) {
    refused.addSubnet(`${embedding}${network}`, 96 + prefix, 'ipv6');
  }
}

/** True only for a literal address of the public internet without a zone. */
export function isPublicAddress(address: string): boolean {
  if (address.includes('%')) return false;
  const family = isIP(address);
  if (family === 4) return !refused.check(address, 'ipv4');
  if (family === 6) return candidates6.check(address, 'ipv6') && !refused.check(address, 'ipv6');
  return false;
}

/** All addresses of a host name; throws what dns.lookup throws. */
export type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

export interface AddressGuard {
  /**
   * The addresses that may be connected to. If one of them is private, the host is refused: a
   * resolver that mixes them is an attack or a mistake. Failure('invalid', 'private_address').
   */
  addresses(host: string): Promise<readonly LookupAddress[]>;
  /**
   * For node's `lookup` option: node connects to the address that was checked, so that DNS
   * rebinding fails. Node does not call it for literal addresses: call assertLiteral() first.
   */
  readonly lookup: LookupFunction;
  /** Refuses a host that is a private literal address; does not check names. */
  assertLiteral(host: string): void;
}

export function addressGuard(
  options: {
    allowPrivate?: boolean;
    resolve?: Resolve;
    isPublic?: (address: string) => boolean;
    refusal?: string;
  } = {},
): AddressGuard {
  const { allowPrivate = false, resolve = resolveName, isPublic = isPublicAddress } = options;

  function assertPublic(host: string, address: string) {
    if (allowPrivate || isPublic(address)) return;
    throw new Failure(
      'invalid',
      'private_address',
      options.refusal ?? `${host} lies in a private network`,
    );
  }

  const guard: AddressGuard = {
    async addresses(host) {
      const literal = bareHost(host);
      const family = isIP(literal);
      const addresses = family === 0 ? await resolve(literal) : [{ address: literal, family }];
      for (const { address } of addresses) assertPublic(host, address);
      return addresses;
    },

    lookup(host, { all = false }, callback) {
      guard.addresses(host).then(
        (addresses) => {
          const [first] = addresses;
          if (!first) callback(notFound(host), []);
          else if (all) callback(null, [...addresses]);
          else callback(null, first.address, first.family);
        },
        (error: NodeJS.ErrnoException) => callback(error, []),
      );
    },

    assertLiteral(host) {
      const literal = bareHost(host);
      if (isIP(literal) !== 0) assertPublic(host, literal);
    },
  };
  return guard;
}

/** A URL's host without the brackets of IPv6. */
export function bareHost(host: string): string {
  return host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host;
}

async function resolveName(host: string) {
  return await lookupName(host, { all: true, order: 'verbatim' });
}

function notFound(host: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' });
}
