import { Failure, isFailure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { addressRanges, plainAddress, type AddressRanges } from '#core/text/address-ranges.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { findConfiguration, type ConfigurationNeeds } from '../configuration/read-configuration.ts';
import { allowlist, refreshAllowlist, verifiedSources } from './refresh-allowlist.ts';

type Needs = ConfigurationNeeds & Pick<Platform, 'fetch' | 'records'>;

/**
 * Refuses a delivery from an address outside the published ranges, where the configuration asks for
 * it. No address, or none that can be read: Failure('invalid'); another one: Failure('forbidden').
 */
export async function checkAddress(needs: Needs, client: string | undefined): Promise<void> {
  const configuration = await findConfiguration(needs);
  // While the file is wrong every delivery is refused later.
  if (!configuration || verifiedSources(configuration).length === 0) return;
  if (!client) throw invalid('Could not determine client IP address');
  const address = plainAddress(client);
  if (address === undefined) throw invalid('Could not parse client IP address');
  if ((await rangesInForce(needs, configuration)).has(address)) return;
  const message = `${address} IP is not a valid ip in allowlist IPs`;
  throw new Failure('forbidden', 'address_not_allowed', message);
}

interface Cached {
  readonly until: number;
  readonly ranges: Promise<AddressRanges>;
}

const cacheMs = 30_000;
const cache = new WeakMap<Configuration, Cached>();

function rangesInForce(needs: Needs, configuration: Configuration): Promise<AddressRanges> {
  const now = needs.clock.now().getTime();
  let cached = cache.get(configuration);
  if (!cached || cached.until <= now) {
    cached = { until: now + cacheMs, ranges: readRanges(needs, configuration) };
    cache.set(configuration, cached);
    cached.ranges.catch(() => cache.delete(configuration));
  }
  return cached.ranges;
}

async function readRanges(needs: Needs, configuration: Configuration): Promise<AddressRanges> {
  const ranges = await storedRanges(needs, configuration);
  if (ranges.length > 0) return addressRanges(ranges);
  // Switched on since the last refresh, or the cloud's first delivery.
  await refreshAllowlist(needs).catch((error: unknown) => {
    if (!isFailure(error, 'configuration')) throw error;
    needs.log('ERROR', error.message);
  });
  return addressRanges(await storedRanges(needs, configuration));
}

/** Lists of another URL do not count. */
async function storedRanges({ records }: Needs, configuration: Configuration): Promise<string[]> {
  const names = verifiedSources(configuration);
  const rows = await Promise.all(names.map((source) => records.get(allowlist, { source })));
  return rows.flatMap((row) =>
    row && row.url === configuration.addresses[row.source].url ? row.ranges : [],
  );
}

function invalid(message: string): Failure {
  return new Failure('invalid', 'bad_client_address', message);
}
