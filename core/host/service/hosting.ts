import * as z from 'zod/mini';
import type { Service } from '#functions/service-manifest.ts';
import { Failure } from '#core/platform/failure.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import { isLoopback, port as portSetting, settings } from '#core/platform/settings.ts';

/** Where and how a service listens and keeps its data. */
export interface Hosting {
  readonly host: string;
  readonly port: number;
  /** Named when the port is taken. */
  readonly portVariable: string;
  readonly directory: string;
  /** Named when the folder cannot be used. */
  readonly directoryVariable: string;
  readonly database: string;
  /** With the limits that API Gateway and Lambda have, as in front of emulators of AWS. */
  readonly isStrict?: boolean;
  /** Nothing in the folder is needed: where it cannot be used, the service runs without it. */
  readonly isCache?: boolean;
  /** The database's folder has to be there already. */
  readonly isFolderGiven?: boolean;
}

export function addressOf({ host, port }: Pick<Hosting, 'host' | 'port'>): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

type Described = Pick<Service, 'listens' | 'data'>;

/** What the environment makes of a manifest; Failure('configuration') refuses the start.
 * `isBeside`: another service of the process has the same variable for its port. */
export function hostingOf(
  { listens, data }: Described,
  environment: Environment,
  { isBeside = false } = {},
): Hosting {
  const { variable: portVariable, initial } = (isBeside && listens.port.beside) || listens.port;
  const numbers = settings({ [portVariable]: portSetting(initial) })(environment);
  const port = numbers[portVariable] as number;
  return { host: hostOf(listens, environment), port, portVariable, ...placesOf(data, environment) };
}

/** A service with a bearer key does not listen to a network without it. */
function hostOf({ host, key, development }: Service['listens'], environment: Environment): string {
  const names = [host.variable, key, development].filter((name) => name !== undefined);
  const texts = settings(Object.fromEntries(names.map((name) => [name, z.optional(z.string())])));
  const values = texts(environment);
  const isDevelopment = development !== undefined && values[development] === 'true';
  const address = values[host.variable] ?? (isDevelopment ? '0.0.0.0' : host.initial);
  const isClosed = key === undefined || values[key] !== undefined || isDevelopment;
  if (isClosed || isLoopback(address)) return address;
  const message = `${key} must be set when ${host.variable} is not a loopback address: it is the bearer key of the service`;
  throw new Failure('configuration', 'no_key', message);
}

function placesOf(data: Service['data'], environment: Environment) {
  const { variable, initial, database, isCache = false } = data;
  const [root] = /^\$\w+/.exec(initial) ?? [];
  const directoryVariable = variable ?? root?.slice(1) ?? '';
  const value = variable === undefined ? undefined : environment[variable]?.trim();
  const place = value || initial.replace(/^\$\w+/, (name) => userFolder(name, environment));
  return database === undefined
    ? { directoryVariable, directory: `${place}.files`, database: place, isFolderGiven: true }
    : { directoryVariable, directory: place, database: `${place}/${database}`, isCache };
}

/** As the XDG base directory specification says. */
function userFolder(name: string, environment: Environment): string {
  const below = { $XDG_CACHE_HOME: '.cache', $XDG_DATA_HOME: '.local/share' }[name];
  return environment[name.slice(1)] ?? `${environment['HOME'] ?? '.'}/${below}`;
}
