import { BlockList, isIP, isIPv6 } from 'node:net';
import { Failure } from '#core/platform/failure.ts';

/**
 * The client's address: the peer, or behind trusted proxies the right-most address in
 * X-Forwarded-For that is not a trusted proxy (S13). The client can forge everything left of it.
 */
export function clientAddress(
  trustedProxies: readonly string[],
): (
  peer: string | undefined,
  forwardedFor: string | undefined,
) => { readonly address: string; readonly viaTrustedProxy: boolean } {
  const trusted = new BlockList();
  for (const entry of trustedProxies) {
    const [address = '', bits, more] = entry.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    const length = Number(bits);
    const longest = family === 'ipv6' ? 128 : 32;
    const valid =
      isIP(address) &&
      more === undefined &&
      (bits === undefined || (/^\d{1,3}$/.test(bits) && length <= longest));
    if (!valid) {
      throw new Failure(
        'configuration',
        'bad_setting',
        'TRUSTED_PROXIES must list addresses or ranges such as 10.0.0.0/8',
      );
    }
    if (bits === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, length, family);
  }
  const isTrusted = (address: string) =>
    isIP(address) !== 0 && trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

  return (peer = '', forwardedFor) => {
    let address = plain(peer);
    if (trustedProxies.length === 0) return { address, viaTrustedProxy: false };
    const viaTrustedProxy = isTrusted(address);
    const hops = forwardedFor?.split(',').map((hop) => plain(hop.trim())) ?? [];
    while (hops.length > 0 && isTrusted(address)) {
      const hop = hops.pop() as string;
      if (!isIP(hop)) break;
      address = hop;
    }
    return { address, viaTrustedProxy };
  };
}

/** A dual-stack socket reports IPv4 peers as ::ffff:10.0.0.1. */
function plain(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  return mapped?.[1] ?? address;
}
