import { existsSync, lstatSync, readFileSync, statfsSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { addressOf, type Hosting } from '#core/host/service/hosting.ts';
import { loadService } from '#core/host/service/load-service.ts';
import { gitTokenSettings } from '#core/home/git-tokens.ts';
import { logLevelOf } from '#core/home/log-level.ts';
import { fileTemplates } from '#core/platform/adapters/local/templates.ts';
import { isFailure } from '#core/platform/failure.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import { commonSettings } from '#core/platform/settings.ts';
import { configurationKey, unusable } from '#core/webhook/configuration/configuration.ts';
import { parseConfiguration } from '#core/webhook/configuration/parse.ts';
import { services } from '#functions/manifest.ts';
import type { Service } from '#functions/service-manifest.ts';
import { root } from '../../program/run.ts';
import { laptopEnvironment } from '../../services/laptop.ts';
import { readHostings } from '../../services/read-hostings.ts';
import { serviceQuestions } from '../init/services.ts';
import { bad, type Finding, good, note } from './finding.ts';

const leastFreeBytes = 1024 ** 3;
const waitMilliseconds = 2_000;

/** What each service needs to start in this folder. */
export async function serviceFindings(variables: Environment, env: string): Promise<Finding[]> {
  const all: readonly (readonly [string, Service])[] = Object.entries(services);
  // The first start writes the key.
  const settings = existsSync(env) ? variables : { ADMIN_KEY: 'x'.repeat(32), ...variables };
  const of = await Promise.all(all.map(([name, service]) => ofService(name, service, settings)));
  return [keyFinding(variables, env), ...of.flat(), diskFinding(variables)];
}

function keyFinding({ ADMIN_KEY }: Environment, env: string): Finding {
  if (ADMIN_KEY === undefined) {
    return existsSync(env)
      ? bad(
          'ADMIN_KEY',
          'is missing in .env',
          'Add ADMIN_KEY=, with a secret of at least 16 characters',
        )
      : note('ADMIN_KEY', 'is not set', 'The first npm start writes one to .env');
  }
  if (!existsSync(env)) return good('ADMIN_KEY', 'in the environment');
  const mode = statSync(env).mode & 0o077;
  return mode === 0
    ? good('ADMIN_KEY', 'in .env, which only you can read')
    : bad('.env', 'can be read by others, and holds secrets', 'chmod 600 .env');
}

async function ofService(
  name: string,
  service: Service,
  variables: Environment,
): Promise<Finding[]> {
  const settings = laptopEnvironment(service, variables, []);
  try {
    const loaded = await loadService(name, service);
    const read = { service: loaded, environment: settings, isBeside: true };
    const [hosting] = readHostings([read]);
    // What opening the service's platform reads.
    logLevelOf(name, settings);
    gitTokenSettings(settings);
    fileTemplates({ root: `${root}core`, replaced: commonSettings(settings).TEMPLATES_DIR });
    serviceQuestions[name]?.read(settings);
    if (!hosting) return [];
    const port = await portFinding(name, hosting, loaded.healthPath);
    return [port, ...configurationFindings(name, hosting)];
  } catch (error) {
    if (!isFailure(error, 'configuration')) throw error;
    return [bad(name, error.message, 'Correct the variable: docs/settings.md describes it')];
  }
}

async function portFinding(
  name: string,
  { host: bound, port, portVariable }: Hosting,
  healthPath: string,
): Promise<Finding> {
  const host = /^(?:0\.0\.0\.0|::)$/.test(bound) ? '127.0.0.1' : bound;
  const url = addressOf({ host, port });
  if (!(await isOpen(host, port))) return good(name, `port ${port} is free; not running`);
  const reply = await fetch(`${url}${healthPath}`, {
    signal: AbortSignal.timeout(waitMilliseconds),
  }).catch(() => undefined);
  const text = await reply?.text().catch(() => '');
  const isOurs = text !== undefined && /"status"\s*:/.test(text);
  return isOurs
    ? good(name, `runs at ${url}`)
    : bad(name, `port ${port} is taken by another program`, `Stop it, or set ${portVariable}`);
}

function isOpen(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const end = (isAnswered: boolean) => {
      socket.destroy();
      resolve(isAnswered);
    };
    socket.setTimeout(waitMilliseconds, () => end(false));
    socket.on('error', () => end(false)).once('connect', () => end(true));
  });
}

/** The receiver's own file. */
function configurationFindings(name: string, { directory }: Hosting): Finding[] {
  if (name !== 'webhook') return [];
  const file = join(directory, configurationKey);
  const hint = 'npm start writes an example; see docs/webhook.md';
  if (!existsSync(file)) return [note('config.yaml', 'there is no config.yaml', hint)];
  try {
    if (lstatSync(file).isSymbolicLink()) throw unusable('it is a link, and must be a file');
    const { repositories } = parseConfiguration(readFileSync(file, 'utf8'));
    return [good('config.yaml', `${Object.keys(repositories).length} repositories`)];
  } catch (error) {
    if (!isFailure(error)) throw error;
    return [
      note('config.yaml', error.message, `Correct ${file}: deliveries are refused until then`),
    ];
  }
}

function diskFinding(variables: Environment): Finding {
  let folder = resolve(laptopEnvironment(services.docs, variables, [])['DATA_DIR'] ?? '.');
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  const text = `${(free / 1024 ** 3).toFixed(1)} GiB free in ${folder}`;
  return free >= leastFreeBytes
    ? good('Disk', text)
    : bad('Disk', text, 'Free some space: clones, sites and logs need at least 1 GiB');
}
