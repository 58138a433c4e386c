import { Failure } from '#core/platform/failure.ts';
import { addressRanges, plainAddress } from '#core/text/address-ranges.ts';

const maxHopLength = 64;

/**
 * The client's address: the peer, or behind trusted proxies the right-most address in
 * X-Forwarded-For that is not a trusted proxy (S13). The client can forge everything left of it.
 * What a proxy wrote there in another form, such as an address with a port, is given as it is: with
 * the proxy's own address instead, every client would count as one of the private network.
 */
export function clientAddress(
  trustedProxies: readonly string[],
): (
  peer: string | undefined,
  forwardedFor: string | undefined,
) => { readonly address: string; readonly viaTrustedProxy: boolean } {
  const trusted = addressRanges(trustedProxies);
  if (trusted.invalid.length > 0) {
    throw new Failure(
      'configuration',
      'bad_setting',
      'TRUSTED_PROXIES must list addresses or ranges such as 10.0.0.0/8',
    );
  }

  return (peer = '', forwardedFor) => {
    let address = plainAddress(peer) ?? peer;
    if (trustedProxies.length === 0) return { address, viaTrustedProxy: false };
    const viaTrustedProxy = trusted.has(address);
    const hops = forwardedFor ? forwardedFor.split(',') : [];
    while (hops.length > 0 && trusted.has(address)) {
      const hop = (hops.pop() as string).trim();
      address = plainAddress(hop) ?? hop.slice(0, maxHopLength);
    }
    return { address, viaTrustedProxy };
  };
}
