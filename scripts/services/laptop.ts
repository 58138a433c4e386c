import { mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { services } from '#functions/manifest.ts';
import {
  placeInFront,
  serviceEntry,
  startOrder,
  type Service,
} from '#functions/service-manifest.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import type { Start } from './run-services.ts';
import { variablesInFile, writeExampleConfiguration } from './webhook-files.ts';

type Others = readonly { readonly name: string; readonly url: string }[];

const all: Readonly<Record<string, Service>> = services;

/** A service's environment under `npm start`: the user's variables over the manifest's defaults for a
 * laptop. `others` are the services beside it. */
export function laptopEnvironment(
  service: Service,
  variables: Environment,
  others: Others,
): Environment {
  const { laptop = {}, home } = service;
  const defaults = Object.entries(laptop).map(([name, value]) => [name, pathOf(value)] as const);
  const list = home && { LANTERN_SERVICES: JSON.stringify(entriesOf(service, others)) };
  const initial = { ...Object.fromEntries<string>(defaults), ...list };
  const fileVariables =
    service === services.webhook ? variablesInFile({ ...initial, ...variables }) : {};
  return { ...initial, ...fileVariables, ...variables };
}

function pathOf(value: string): string {
  return value.startsWith('./') ? resolve(value) : value;
}

/** In the order of the manifest. */
function entriesOf(reader: Service, others: Others): object[] {
  return Object.entries(all).flatMap(([name, service]) => {
    const other = others.find((one) => one.name === name);
    const place = placeInFront(reader, service);
    return other ? [{ ...serviceEntry(name, service), url: other.url, ...place }] : [];
  });
}

/** All services with their defaults for a laptop. */
export function laptopStarts(variables: Environment): Start[] {
  return startOrder(all).map(([name, service]) => ({
    name,
    service,
    environment: (others) => laptopEnvironment(service, variables, others),
  }));
}

/** Services do not make the folder of a database whose path is configured, nor a configuration. */
export function makeLaptopFolders(variables: Environment): void {
  for (const { data, laptop } of Object.values(all)) {
    const place = data.database === undefined ? laptop?.[data.variable ?? ''] : undefined;
    if (place) mkdirSync(dirname(pathOf(place)), { recursive: true, mode: 0o700 });
  }
  writeExampleConfiguration(laptopEnvironment(services.webhook, variables, []));
}
