import { BlockList, isIP } from 'node:net';

export interface AddressRanges {
  readonly invalid: readonly string[];
  /** False for a text that is not an address. IPv4 addresses count also as `::ffff:10.0.0.1`. */
  has(address: string): boolean;
}

/** A list of addresses and ranges such as `10.0.0.0/8`. */
export function addressRanges(entries: readonly string[]): AddressRanges {
  const ranges = new BlockList();
  const invalid: string[] = [];
  for (const entry of entries) {
    const [address = '', bits, more] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    const longest = family === 'ipv6' ? 128 : 32;
    const length = bits === undefined ? longest : /^\d{1,3}$/.test(bits) ? Number(bits) : Infinity;
    if (isIP(address) === 0 || more !== undefined || length > longest) invalid.push(entry);
    else ranges.addSubnet(address, length, family);
  }
  return {
    invalid,
    has(address) {
      const family = isIP(address);
      return family !== 0 && ranges.check(address, family === 6 ? 'ipv6' : 'ipv4');
    },
  };
}

/** Without its zone, and an IPv4 address of a dual-stack socket (`::ffff:10.0.0.1`) as such.
 * Undefined: it is not an address. */
export function plainAddress(text: string): string | undefined {
  const [address = ''] = text.trim().split('%');
  if (isIP(address) === 0) return undefined;
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}

/** The name under which a client is counted. One of IPv6 has a whole /64 of addresses; some proxies
 * add the client's port, which is another one for each connection. */
export function clientOf(text: string): string {
  const address = /^(?:\[([0-9a-f:]+)\]|([\d.]+)):\d+$/i.exec(text)?.slice(1).join('') ?? text;
  if (!address.includes(':')) return address || 'unknown';
  const [left = '', right] = address.toLowerCase().split('::');
  const groups = left.split(':').filter((group) => group !== '');
  const tail = right?.split(':').filter((group) => group !== '') ?? [];
  const zeros = Array<string>(Math.max(0, 8 - groups.length - tail.length)).fill('0');
  const whole = right === undefined ? groups : [...groups, ...zeros, ...tail];
  const network = whole.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${network.join(':')}::/64`;
}
