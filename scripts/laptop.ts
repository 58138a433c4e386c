import { mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { services } from '#functions/manifest.ts';
import { shown, startOrder, type Service } from '#functions/service-manifest.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import type { Start } from './run-services.ts';

type Others = readonly { readonly name: string; readonly url: string }[];

const all: Readonly<Record<string, Service>> = services;

/** A service's environment when all run together on one machine: what the user set, over the
 * defaults of a laptop. `others` run already. */
export function laptopEnvironment(
  { laptop = {}, showsServices }: Service,
  given: Environment,
  others: Others,
): Environment {
  const defaults = Object.entries(laptop).map(([name, value]) => [name, placed(value)] as const);
  const list = showsServices && { LANTERN_SERVICES: JSON.stringify(others.flatMap(described)) };
  return { ...Object.fromEntries<string>(defaults), ...list, ...given };
}

function placed(value: string): string {
  return value.startsWith('./') ? resolve(value) : value;
}

function described({ name, url }: Others[number]): object[] {
  const service = all[name] && shown(name, all[name]);
  return service ? [{ ...service, url }] : [];
}

/** Every service with the defaults of a laptop. */
export function laptopStarts(given: Environment): Start[] {
  return startOrder(all).map(([name, service]) => ({
    ...{ name, service },
    environment: (running) => laptopEnvironment(service, given, running),
  }));
}

/** A service does not make the folder above a database whose place was chosen for it. */
export function makeLaptopFolders(): void {
  for (const { data, laptop } of Object.values(all)) {
    const place = data.database === undefined ? laptop?.[data.variable ?? ''] : undefined;
    if (place) mkdirSync(dirname(placed(place)), { recursive: true, mode: 0o700 });
  }
}
