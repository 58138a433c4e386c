import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { createSecureContext, getCACertificates } from 'node:tls';
import type { SecureContext } from 'node:tls';
import type { AddressGuard } from './addresses.ts';
import type { Hop } from './request.ts';

export interface FetchAgents {
  guard(hop: Pick<Hop, 'trusted'>): AddressGuard;
  /** `fresh`: a new connection, closed after the reply. */
  agent(hop: Pick<Hop, 'url' | 'trusted' | 'verifyTls'>, fresh: boolean): HttpAgent;
}

/**
 * Connection pools. A connection is checked only when it is opened: trusted hosts and requests
 * without TLS verification use separate pools.
 */
export function fetchAgents(
  guards: { checked: AddressGuard; trusted: AddressGuard },
  certificates?: string,
): FetchAgents {
  const pools = new Map<string, HttpAgent>();
  let context: SecureContext | undefined;

  // One context for all connections: parsing a hundred authorities takes milliseconds.
  function secureContext(extra: string) {
    context ??= createSecureContext({ ca: [...getCACertificates('default'), extra] });
    return context;
  }

  function guard({ trusted }: Pick<Hop, 'trusted'>) {
    return trusted ? guards.trusted : guards.checked;
  }

  return {
    guard,

    agent(hop, fresh) {
      const secure = hop.url.protocol === 'https:';
      const name = [secure, hop.trusted, hop.verifyTls, fresh].join();
      const pool = pools.get(name);
      if (pool) return pool;
      const options = {
        keepAlive: !fresh,
        maxFreeSockets: 16,
        lookup: guard(hop).lookup,
        rejectUnauthorized: hop.verifyTls,
        ...(secure && certificates ? { secureContext: secureContext(certificates) } : {}),
      };
      const agent = secure ? new HttpsAgent(options) : new HttpAgent(options);
      pools.set(name, agent);
      return agent;
    },
  };
}
