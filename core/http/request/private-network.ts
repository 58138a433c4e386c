import { BlockList, isIP } from 'node:net';

const ranges = new BlockList();
ranges.addSubnet('127.0.0.0', 8);
ranges.addSubnet('10.0.0.0', 8); // RFC 1918
ranges.addSubnet('172.16.0.0', 12);
ranges.addSubnet('192.168.0.0', 16);
ranges.addSubnet('169.254.0.0', 16); // link-local
ranges.addAddress('::1', 'ipv6');
ranges.addSubnet('fe80::', 10, 'ipv6'); // link-local
ranges.addSubnet('fc00::', 7, 'ipv6'); // unique local

/** Loopback, private, link-local and unique-local addresses, IPv4 ones also as ::ffff:10.0.0.1. */
export function isPrivateNetwork(address: string): boolean {
  const [plain = ''] = address.split('%');
  const family = isIP(plain);
  return family !== 0 && ranges.check(plain, family === 6 ? 'ipv6' : 'ipv4');
}
