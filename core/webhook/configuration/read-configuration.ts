import { text } from 'node:stream/consumers';
import { type Mask, maskingOf } from '#core/logs/writing/clean.ts';
import { isFailure, type Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import {
  configurationKey,
  configurationOf,
  unusable,
  type Configuration,
} from './configuration.ts';

export type ConfigurationNeeds = Pick<Platform, 'home' | 'blobs' | 'environment' | 'clock' | 'log'>;

interface Read {
  readonly etag: string | undefined;
  lookedAt: number;
  isLogged: boolean;
  readonly outcome: Configuration | Failure;
  /** The secrets of this file, or of the last one that could be used. */
  readonly secrets: readonly string[];
}

const cache = new WeakMap<Platform['blobs'], Read>();

/**
 * The configuration that is in force: the file is read again when it changes. A missing or wrong file
 * is Failure('configuration'), and its reason is logged once for each change.
 */
export async function readConfiguration(needs: ConfigurationNeeds): Promise<Configuration> {
  const read = await look(needs);
  if (!isFailure(read.outcome)) return read.outcome;
  tell(needs, read);
  throw read.outcome;
}

/** Undefined: the file is wrong, which is logged, or not there yet. */
export async function findConfiguration(
  needs: ConfigurationNeeds,
): Promise<Configuration | undefined> {
  const read = await look(needs);
  if (!isFailure(read.outcome)) return read.outcome;
  // Before the first use nothing is wrong.
  if (!isFailure(read.outcome, 'configuration', 'no_configuration')) tell(needs, read);
  return undefined;
}

/** For a strict start: Failure('configuration') when there is a file and it cannot be used. */
export async function assertUsable(needs: ConfigurationNeeds): Promise<void> {
  const { etag, outcome } = await look(needs);
  if (etag !== undefined && isFailure(outcome)) throw outcome;
}

/** What is masked while the file cannot be used: the secrets that it named before (S10). */
export async function lastSecrets(needs: ConfigurationNeeds): Promise<readonly string[]> {
  return (await look(needs)).secrets;
}

function tell({ log }: ConfigurationNeeds, read: Read): void {
  if (isFailure(read.outcome) && !read.isLogged) log('ERROR', read.outcome.message);
  read.isLogged = true;
}

/** Deliveries that come meanwhile wait for the same look. */
const looking = new WeakMap<Platform['blobs'], Promise<Read>>();

async function look(needs: ConfigurationNeeds): Promise<Read> {
  const { home, blobs, clock } = needs;
  const now = clock.now().getTime();
  const read = cache.get(blobs);
  const age = read ? now - read.lookedAt : Infinity;
  // Below 0 the clock was set back.
  if (read && age >= 0 && age < home.readAgainMilliseconds) return read;
  const running = looking.get(blobs) ?? lookNow(needs, now, read);
  looking.set(blobs, running);
  return running.finally(() => looking.delete(blobs));
}

async function lookNow(needs: ConfigurationNeeds, now: number, last?: Read): Promise<Read> {
  const { blobs } = needs;
  const info = await blobs.head(configurationKey);
  const isOther = !info && (await blobs.leadsOutside(`${configurationKey}/`, configurationKey));
  const etag = isOther ? 'other' : info?.etag;
  let read = last;
  if (!read || etag !== read.etag) {
    const outcome = await load(needs, etag);
    const secrets = isFailure(outcome) ? (read?.secrets ?? []) : outcome.known;
    read = { etag, lookedAt: now, isLogged: false, outcome, secrets };
    cache.set(blobs, read);
  }
  read.lookedAt = now;
  return read;
}

async function load({ blobs, environment }: ConfigurationNeeds, etag: string | undefined) {
  if (etag === 'other') return unusable('it is a link or a folder, and must be a file');
  const content = await blobs.get(configurationKey);
  if (!content) return unusable('the file is missing', 'no_configuration');
  // The parser is a third of what a small function may load at its start.
  const { parseConfiguration } = await import('./parse.ts');
  try {
    const file = parseConfiguration(await text(content.body));
    const keyFile = file['scm-app-private-key-file'];
    const key = keyFile === undefined ? undefined : await blobs.get(keyFile);
    if (keyFile !== undefined && !key) return unusable(`there is no file ${keyFile} beside it`);
    return configurationOf(file, environment, key && (await text(key.body)));
  } catch (error) {
    if (isFailure(error, 'configuration')) return error;
    throw error;
  }
}

/** Masks the secrets of the environment, and of the last configuration that could be used. */
export async function maskFor(needs: ConfigurationNeeds): Promise<Mask> {
  const configuration = await findConfiguration(needs);
  const secrets = configuration ?? { known: await lastSecrets(needs), masksByWords: true };
  return maskingOf(needs.environment, secrets);
}
