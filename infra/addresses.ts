import { placeInFront, serviceEntry, type Service } from '#functions/service-manifest.ts';
import { httpApi } from './api.ts';
import { isBehindRouter, router, type Served, type Router } from './router.ts';
import type { StageOptions } from './stage.ts';

export interface Address extends Served {
  readonly cdn: Router | undefined;
  readonly url: $util.Output<string>;
}

type Running = readonly (readonly [string, Service])[];

/** The APIs of all services and the routers in front of them. None needs a function: these learn all
 * addresses. */
export function addresses(running: Running, options: StageOptions): Address[] {
  const all = running.map(([service, manifest]): Served => {
    return { service, manifest, api: httpApi(service, manifest, options) };
  });
  const behind = all.filter(({ manifest }) => manifest.inFront !== undefined);
  return all.map((one) => {
    const { service, manifest, api } = one;
    if (!isBehindRouter(manifest, options)) return { ...one, cdn: undefined, url: api.url };
    const cdn = router(service, api, manifest.showsServices ? behind : [], options);
    return { ...one, cdn, url: cdn.url };
  });
}

/** The router that leads to all services. */
export function front(all: readonly Address[]): Address | undefined {
  return all.find(({ manifest, cdn }) => manifest.showsServices && cdn);
}

/** The addresses of a service's pages. */
export function originsOf(one: Address, all: readonly Address[]): $util.Output<string>[] {
  const inFront = one.manifest.inFront === undefined ? undefined : front(all);
  return inFront ? [one.url, inFront.url] : [one.url];
}

/** The other services, in the form that core/web/services.ts parses. Names of a domain are known
 * before, and no function waits for their certificates. */
export function othersOf(
  { service, manifest }: Address,
  all: readonly Address[],
  { domain }: StageOptions,
): Record<string, $util.Output<string>> {
  if (!manifest.home) return {};
  const hasFront = front(all) !== undefined;
  const list = all.flatMap((other) => {
    if (other.service === service) return [];
    const url = domain === undefined ? other.url : `https://${other.service}.${domain}`;
    const place = hasFront ? placeInFront(manifest, other.manifest) : {};
    return [{ ...serviceEntry(other.service, other.manifest), url, ...place }];
  });
  return { LANTERN_SERVICES: $util.jsonStringify(list) };
}
