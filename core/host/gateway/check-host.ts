import type { IncomingMessage } from 'node:http';
import { Failure } from '#core/platform/failure.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import { commonSettings, isLoopback } from '#core/platform/settings.ts';
import type { LoadedService } from '../service/load-service.ts';
import { targetOf } from './request-target.ts';

/**
 * Checks the Host header of a service on a loopback address: DNS rebinding lets web pages reach
 * 127.0.0.1 under other names (S12). Accepted are its own names and ALLOWED_HOSTS. Returns why a
 * request is refused; undefined: it is accepted.
 */
export function hostCheck(
  service: Pick<LoadedService, 'anyHost'>,
  boundTo: string,
  environment: Environment,
): (request: IncomingMessage) => Failure | undefined {
  const names = namesOf(environment).add(boundTo.toLowerCase());
  const answersAll = !isLoopback(boundTo) || names.has('*');

  return ({ method = 'GET', url, rawHeaders, headers: { host = '' } }) => {
    if (rawHeaders.filter((text, at) => at % 2 === 0 && isHost(text)).length > 1) {
      return new Failure('invalid', 'two_hosts', 'The request has more than one Host header');
    }
    if (answersAll || names.has(nameOf(host) ?? '')) return undefined;
    const route = `${method === 'HEAD' ? 'GET' : method} ${targetOf(url).path}`;
    if (service.anyHost.has(route)) return undefined;
    const message = `This service does not answer to the host name '${host.slice(0, 100)}'. Open it as localhost, or add the name to ALLOWED_HOSTS.`;
    return new Failure('forbidden', 'unknown_host', message);
  };
}

/** The names of a service on this machine; `*`: every name. */
export function namesOf(environment: Environment): Set<string> {
  const { ALLOWED_HOSTS } = commonSettings(environment);
  const allowed = ALLOWED_HOSTS.map((entry) => nameOf(entry) ?? badSetting());
  return new Set(['localhost', '127.0.0.1', '[::1]', ...allowed]);
}

/** Without the port, in lower case; undefined: no host name. */
function nameOf(host: string): string | undefined {
  return /^(\*|[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i.exec(host)?.[1]?.toLowerCase();
}

function isHost(name: string): boolean {
  return name.length === 4 && name.toLowerCase() === 'host';
}

function badSetting(): never {
  const message = 'ALLOWED_HOSTS must list host names such as lantern.example, or *';
  throw new Failure('configuration', 'bad_setting', message);
}
