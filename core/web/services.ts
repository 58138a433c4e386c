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

/** A page where people begin. */
export interface Entrance {
  readonly label: string;
  readonly url: string;
}

/** Where everything is searched: in the documentation service, which has the first page of the home. */
export function searchAddress(environment: Environment): string | undefined {
  const all = servicesSettings(environment).LANTERN_SERVICES;
  const home = all.find(({ name }) => name === 'docs');
  return home && `${home.url.replace(/\/$/, '')}/search`;
}

/** Where people begin in the other services; those without pages are left out. */
export function entrances(environment: Environment): Entrance[] {
  return servicesSettings(environment).LANTERN_SERVICES.flatMap(({ label, url, home }) =>
    home === undefined ? [] : [{ label, url: `${url.replace(/\/$/, '')}${home}` }],
  );
}
