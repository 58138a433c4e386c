import type { IncomingMessage } from 'node:http';
import { clientAddress } from '#core/http/request/client-address.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import { commonSettings } from '#core/platform/settings.ts';

/** The client of a request, also behind trusted proxies. */
export function callerIn(environment: Environment) {
  const addressOf = clientAddress(commonSettings(environment).TRUSTED_PROXIES);
  return ({ socket, headers }: IncomingMessage) =>
    addressOf(socket.remoteAddress, headers['x-forwarded-for'] as string | undefined);
}
