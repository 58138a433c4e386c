import { text } from 'node:stream/consumers';
import { Failure, isFailure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { parseYaml, YamlError } from '#core/text/yaml.ts';
import { configurationOf, type Configuration } from './configuration.ts';
import { problemsIn } from './problems.ts';
import { configurationFile, type ConfigurationFile } from './schema.ts';

export type ConfigurationNeeds = Pick<Platform, 'home' | 'blobs' | 'environment' | 'clock' | 'log'>;

/** The key of the blob; on a laptop a file in WEBHOOK_SERVER_DATA_DIR. */
export const configurationKey = 'config.yaml';

/** In the cloud a look at the object costs every delivery a request. */
const lookEvery = { local: 0, aws: 10_000 };

interface Read {
  readonly etag: string | undefined;
  lookedAt: number;
  readonly outcome: Configuration | Failure;
}

const cache = new WeakMap<Platform['blobs'], Read>();

/**
 * The configuration that is in force: the file is read again when it changes. A missing or wrong file
 * is Failure('configuration'), and its reason is logged once for each change.
 */
export async function readConfiguration(needs: ConfigurationNeeds): Promise<Configuration> {
  const { home, blobs, clock, log } = needs;
  const now = clock.now().getTime();
  let read = cache.get(blobs);
  if (!read || now - read.lookedAt >= lookEvery[home]) {
    const etag = (await blobs.head(configurationKey))?.etag;
    if (!read || etag !== read.etag) {
      read = { etag, lookedAt: now, outcome: await load(needs) };
      cache.set(blobs, read);
      if (isFailure(read.outcome)) log('ERROR', read.outcome.message);
    }
    read.lookedAt = now;
  }
  if (isFailure(read.outcome)) throw read.outcome;
  return read.outcome;
}

/** Undefined: the file is missing or wrong, as the log says. */
export async function findConfiguration(
  needs: ConfigurationNeeds,
): Promise<Configuration | undefined> {
  try {
    return await readConfiguration(needs);
  } catch (error) {
    if (isFailure(error, 'configuration')) return undefined;
    throw error;
  }
}

async function load({ blobs, environment }: ConfigurationNeeds): Promise<Configuration | Failure> {
  const content = await blobs.get(configurationKey);
  if (!content) return wrong('the file is missing');
  try {
    return configurationOf(parseConfiguration(await text(content.body)), environment);
  } catch (error) {
    if (isFailure(error, 'configuration')) return error;
    throw error;
  }
}

/** Throws Failure('configuration') that names every wrong key. */
export function parseConfiguration(yaml: string): ConfigurationFile {
  let document: unknown;
  try {
    document = parseYaml(yaml);
  } catch (error) {
    if (error instanceof YamlError) throw wrong(error.message);
    throw error;
  }
  if (document === undefined) {
    throw wrong('the file is empty: name at least one repository under repositories');
  }
  const parsed = configurationFile.safeParse(document);
  if (parsed.success) return parsed.data;
  throw wrong(problemsIn({ text: yaml, document, schema: configurationFile }, parsed.error));
}

function wrong(reason: string): Failure {
  return new Failure('configuration', 'bad_configuration', `${configurationKey}: ${reason}`);
}
