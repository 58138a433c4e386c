import { Failure, isFailure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { addressRanges, plainAddress, type AddressRanges } from '#core/text/address-ranges.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { findConfiguration, type ConfigurationNeeds } from '../configuration/read-configuration.ts';
import { webhookSettings } from '../configuration/variables.ts';
import { allowlist, refreshAllowlist, type SourceName, sources } from './refresh-allowlist.ts';

type Needs = ConfigurationNeeds & Pick<Platform, 'fetch' | 'records'>;

/**
 * Refuses a delivery from an address outside the published ranges, where the configuration asks for
 * it. No address, or none that can be read: Failure('invalid'); another one: Failure('forbidden').
 */
export async function checkAddress(needs: Needs, client: string | undefined): Promise<void> {
  const configuration = await findConfiguration(needs);
  const ranges = await rangesInForce(needs, configuration);
  if (!ranges) return;
  if (!client) throw invalid('Could not determine client IP address');
  const address = plainAddress(client);
  if (address === undefined) throw invalid('Could not parse client IP address');
  if (ranges.has(address)) return;
  const message = `${address} IP is not a valid ip in allowlist IPs`;
  throw new Failure('forbidden', 'address_not_allowed', message);
}

interface Cached {
  /** What the configuration says of it, as JSON. */
  readonly settings: string;
  readonly until: number;
  readonly ranges: Promise<AddressRanges | undefined>;
}

const cacheMs = 30_000;
const cache = new WeakMap<Platform['records'], Cached>();

/** Undefined: every address is accepted. */
function rangesInForce(needs: Needs, configuration: Configuration | undefined) {
  const { records, clock } = needs;
  const now = clock.now().getTime();
  const settings = JSON.stringify([configuration?.verifies, configuration?.addresses]);
  let cached = cache.get(records);
  if (!cached || cached.until <= now || cached.settings !== settings) {
    cached = { settings, until: now + cacheMs, ranges: readRanges(needs, configuration) };
    cache.set(records, cached);
    cached.ranges.catch(() => cache.delete(records));
  }
  return cached.ranges;
}

async function readRanges(needs: Needs, configuration: Configuration | undefined) {
  const { environment } = needs;
  const variables = webhookSettings(environment);
  const flags = { scm: variables.VERIFY_SCM_IPS, cdn: variables.VERIFY_CDN_IPS };
  const lists = await readLists(needs, configuration);
  // While the file is wrong, what was in force before it goes on.
  const isWanted = (name: SourceName) =>
    configuration ? configuration.verifies[name] : (flags[name] ?? lists[name] !== undefined);
  const names = sources.filter(isWanted);
  if (names.length === 0) return undefined;
  const rangesIn = (all: typeof lists) => names.flatMap((name) => all[name] ?? []);
  if (rangesIn(lists).length > 0) return addressRanges(rangesIn(lists));
  // Switched on since the last refresh, or the cloud's first delivery.
  await refreshOrLog(needs);
  return addressRanges(rangesIn(await readLists(needs, configuration)));
}

async function refreshOrLog(needs: Needs): Promise<void> {
  try {
    await refreshAllowlist(needs);
  } catch (error) {
    if (!isFailure(error, 'configuration')) throw error;
    needs.log('ERROR', error.message);
  }
}

async function readLists(
  { records }: Needs,
  configuration: Configuration | undefined,
): Promise<Partial<Record<SourceName, readonly string[]>>> {
  const rows = await Promise.all(sources.map((source) => records.get(allowlist, { source })));
  const lists: Partial<Record<SourceName, readonly string[]>> = {};
  for (const row of rows) {
    const isOther = row && configuration && row.url !== configuration.addresses[row.source].url;
    if (row && !isOther) lists[row.source] = row.ranges;
  }
  return lists;
}

function invalid(message: string): Failure {
  return new Failure('invalid', 'bad_client_address', message);
}
