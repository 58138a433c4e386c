import type { Platform } from '#core/platform/ports/platform.ts';
import { isLoopback } from '#core/platform/settings.ts';
import { overview, type Overview } from '#core/web/overview.ts';
import { baseOf, linkBaseOf, servicesSettings } from '#core/web/services.ts';

/** Whoever looks at the first page. */
export interface Reader {
  /** As the request named it, such as `docs.example.org:8000`. */
  readonly host: string;
  readonly cookies: ReadonlyMap<string, string>;
  readonly isOnThisMachine: boolean;
}

export interface ServiceOverview {
  readonly name: string;
  /** Without a trailing slash; empty: this service. */
  readonly base: string;
  /** `refused`: it does not tell this reader; `silent`: it has not answered. */
  readonly answer: Overview | 'refused' | 'silent';
  /** Where the reader signs in to it. */
  readonly home?: string | undefined;
}

type Needs = Pick<Platform, 'environment' | 'fetch'>;

/** Home does not wait longer for a service; a search takes longer than what is counted already. */
const timeouts = { home: 2_000, search: 5_000 };
const maxBytes = 262_144;

/**
 * What the other services tell this reader, or find for it with `q`. Each is asked with the cookies that
 * the reader's browser would send to it, and decides by itself: no right of this service goes with the
 * request. A service on a loopback address trusts whoever reaches it, so it is asked for readers on this
 * machine alone.
 */
export async function readOverviews(
  needs: Needs,
  reader: Reader,
  q = '',
): Promise<ServiceOverview[]> {
  const { LANTERN_SERVICES } = servicesSettings(needs.environment);
  const services = LANTERN_SERVICES.flatMap(({ overview: path, ...service }) =>
    path === undefined ? [] : [{ ...service, path }],
  );
  return Promise.all(
    services.map(async (service) => {
      const { label, path, home } = service;
      const base = linkBaseOf(service);
      const query = q === '' ? '' : `?${new URLSearchParams({ q }).toString()}`;
      const timeout = q === '' ? timeouts.home : timeouts.search;
      const address = `${baseOf(service)}${path}${query}`;
      // Browsers send every cookie of this address to its paths.
      const isBelow = base.startsWith('/');
      const answer = await ask(needs, { ...reader, isBelow }, address, timeout);
      return { name: label, base, answer, home: home && `${base}${home}` };
    }),
  );
}

interface Asking extends Reader {
  /** The service is also reached below a path of this one's address. */
  readonly isBelow: boolean;
}

async function ask(
  { fetch }: Needs,
  reader: Asking,
  address: string,
  timeoutMilliseconds: number,
): Promise<ServiceOverview['answer']> {
  const host = URL.parse(address)?.hostname.replace(/^\[|\]$/g, '') ?? '';
  if (isLoopback(host) && !reader.isOnThisMachine) return 'refused';
  try {
    const reply = await fetch(address, {
      headers: { accept: 'application/json', ...cookiesFor(reader, host) },
      trusted: true,
      timeoutMilliseconds,
      maxBytes,
    });
    if (reply.status >= 400 && reply.status < 500) return 'refused';
    return overview.parse(JSON.parse(reply.text()));
  } catch {
    return 'silent';
  }
}

const everyAddress = new Set(['0.0.0.0', '::']);

/** Browsers send cookies to every port of a host, and to no other host. */
function cookiesFor({ host: own, cookies, isBelow }: Asking, host: string): Record<string, string> {
  const ownName = URL.parse(`http://${own}`)?.hostname.replace(/^\[|\]$/g, '');
  const isSameHost = isLoopback(host) || everyAddress.has(host) || host === ownName;
  if (!(isBelow || isSameHost) || cookies.size === 0) return {};
  return { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') };
}
