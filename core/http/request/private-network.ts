import { addressRanges } from '#core/text/address-ranges.ts';

const ranges = addressRanges([
  '127.0.0.0/8',
  '::1', // loopback
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16', // RFC 1918
  '169.254.0.0/16',
  'fe80::/10', // link-local
  'fc00::/7', // unique local
]);

/** Loopback, private, link-local and unique-local addresses, IPv4 ones also as ::ffff:10.0.0.1. */
export function isPrivateNetwork(address: string): boolean {
  const [plain = ''] = address.split('%');
  return ranges.has(plain);
}
