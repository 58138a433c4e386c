import * as z from 'zod/mini';
import type { Environment } from '#core/platform/ports/environment.ts';
import { parsed, settings } from '#core/platform/settings.ts';

const services = z.array(
  z.object({
    name: z.string(),
    label: z.string(),
    purpose: z.string(),
    url: z.string(),
    health: z.string(),
    home: z.optional(z.string()),
    overview: z.optional(z.string()),
    hasUsers: z.optional(z.boolean()),
    /** The address for readers, where this service answers for it; absent: `url`. */
    link: z.optional(z.string()),
    /** The address for readers who come through a service in front of both. */
    inFront: z.optional(z.string()),
  }),
);

function readServices(text: string): z.output<typeof services> | undefined {
  try {
    return services.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

export const servicesSettings = settings({
  /** @internal The other services of the home; the starter and the rollout write it. */
  LANTERN_SERVICES: z._default(parsed('must be a JSON list of services', readServices), []),
});

/** Where a link leads. */
export interface ServiceLink {
  readonly url: string;
  /** For a page that is read through the address in front; see beneath.ts. */
  readonly inFront?: string;
}

/** A page where people begin. */
export interface Entrance extends ServiceLink {
  readonly label: string;
}

/** Where everything is searched: in the documentation service, which has the first page of the home. */
export function searchAddress(environment: Environment): ServiceLink | undefined {
  const home = servicesSettings(environment).LANTERN_SERVICES.find(({ name }) => name === 'docs');
  if (!home) return undefined;
  const more = home.inFront !== undefined && { inFront: `${home.inFront}/search` };
  return { url: `${linkBaseOf(home)}/search`, ...more };
}

/** Where people begin in the other services; those without pages are left out. */
export function entrances(environment: Environment): Entrance[] {
  return servicesSettings(environment).LANTERN_SERVICES.flatMap((service) => {
    const { label, home, inFront } = service;
    if (home === undefined) return [];
    const more = inFront !== undefined && { inFront: `${inFront}${home}` };
    return [{ label, url: `${linkBaseOf(service)}${home}`, ...more }];
  });
}

type Placed = Pick<z.output<typeof services>[number], 'url' | 'link'>;

/** For requests to the service. */
export function baseOf({ url }: Placed): string {
  return url.replace(/\/$/, '');
}

/** For links. */
export function linkBaseOf(service: Placed): string {
  return service.link ?? baseOf(service);
}
