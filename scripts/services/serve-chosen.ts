import { setFlagsFromString } from 'node:v8';
import { services, type ServiceName } from '#functions/manifest.ts';
import { awsClients } from '#core/platform/adapters/aws/clients/clients.ts';
import { cloudEnvironment } from '#core/home/cloud-environment.ts';
import { environment } from '#core/platform/config.ts';
import { Failure } from '#core/platform/failure.ts';
import { assertUsable } from '#core/webhook/configuration/read-configuration.ts';
import { main } from '../program/main.ts';
import { openCloud } from './open-cloud.ts';
import { openLaptop } from './open-laptop.ts';
import { openReplica } from './open-replica.ts';
import { runServices, type OpenPlatform } from './run-services.ts';
import { runWatched } from './run-watched.ts';
import { variablesInFile } from './webhook-files.ts';

const clients = awsClients();

const usage = 'npm run serve -- [--home laptop|cluster|aws] <service…>';
const homeNames = ['laptop', 'cluster', 'aws'] as const;

/** Flags of V8, for a service that has the process for itself. */
const memoryFlags: Readonly<Record<string, string>> = {
  // Most of the SDK's code never runs. It costs 45 MB less when V8 compiles and keeps less of it.
  agent: '--optimize-for-size',
  // What a search read is garbage at once. V8 would let three times as much of it gather as is used,
  // 55 MB over a gigabyte of sessions.
  sessions: '--heap-growing-percent=20',
};

/** A configuration file that is wrong ends the start; one that becomes wrong later does not. */
function strictly(open: OpenPlatform): OpenPlatform {
  return async (service, hosting, settings) => {
    const opened = await open(service, hosting, settings);
    if (service.name === 'webhook') await assertUsable(opened.platform);
    return opened;
  };
}

const inCloud: OpenPlatform = async (_service, _hosting, settings) =>
  openCloud({ environment: settings, clients });

await main(async () => {
  const words = process.argv.slice(2);
  if (await runWatched(environment())) return;
  const { home, rest } = readHome(words);
  const flag = new Set(rest).size === 1 ? memoryFlags[rest[0] ?? ''] : undefined;
  if (flag) setFlagsFromString(flag);
  const isCloud = home === 'aws';
  const names = readNames(rest);
  if (isCloud && names.length > 1) {
    const text = 'Name one service with --home aws: each service has its own table';
    throw new Failure('configuration', 'bad_usage', text);
  }
  const settings = isCloud ? await cloudEnvironment(environment(), clients) : environment();
  const starts = names.map((name) => {
    const fileVariables = name === 'webhook' && home === 'laptop' ? variablesInFile(settings) : {};
    return {
      name,
      service: services[name],
      environment: () => ({ ...fileVariables, ...settings }),
    };
  });
  const openers = { laptop: openLaptop, cluster: openReplica, aws: inCloud };
  await runServices(starts, strictly(openers[home]));
});

/** Absent: DATABASE_URL chooses the cluster. `--aws` is the short form of `--home aws`. */
function readHome(words: readonly string[]) {
  const at = words.indexOf('--home');
  const word = at < 0 ? undefined : (words[at + 1] ?? '');
  const rest = words.filter(
    (word, place) => word !== '--aws' && (at < 0 || (place !== at && place !== at + 1)),
  );
  const initial = environment()['DATABASE_URL']?.trim() ? 'cluster' : 'laptop';
  const name = word ?? (words.includes('--aws') ? 'aws' : initial);
  const home = homeNames.find((one) => one === name);
  if (home !== undefined) return { home, rest };
  const text = `Unknown home '${name}'. Usage: ${usage}`;
  throw new Failure('configuration', 'bad_usage', text);
}

function readNames(words: readonly string[]): ServiceName[] {
  const all = Object.keys(services) as ServiceName[];
  const names = all.filter((name) => words.includes(name));
  const unknown = words.filter((word) => !names.some((name) => name === word));
  if (words.length > 0 && unknown.length === 0) return names;
  const what = unknown.length > 0 ? `Unknown service '${unknown.join("', '")}'.` : 'Which service?';
  const text = `${what} Usage: ${usage}, with ${all.join(', ')}`;
  throw new Failure('configuration', 'bad_usage', text);
}
