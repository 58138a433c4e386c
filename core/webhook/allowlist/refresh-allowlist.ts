import { Failure, isFailure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { configurationOf, type Configuration } from '../configuration/configuration.ts';
import { findConfiguration, type ConfigurationNeeds } from '../configuration/read-configuration.ts';
import { fetchRanges } from './fetch-ranges.ts';
import { allowlist, sources, type SourceName } from './tables.ts';

type Needs = ConfigurationNeeds & Pick<Platform, 'fetch' | 'records'>;

/** The schedule also runs right after the start, which has just read the lists. */
const freshMilliseconds = 30 * 60_000;

/**
 * Reads the published addresses that the configuration asks for. A list that cannot be read is
 * logged, and the last good one stays in force. No list at all: Failure('configuration').
 */
export async function refreshAllowlist(needs: Needs): Promise<void> {
  const configuration = (await findConfiguration(needs)) ?? fromVariables(needs);
  // What is in force stays in force until the file is corrected.
  if (!configuration) return;
  const wanted = sources.filter((name) => configuration.verifies[name]);
  const others = sources.filter((name) => !configuration.verifies[name]);
  await Promise.all(others.map((source) => needs.records.delete(allowlist, { source })));
  const problems = await Promise.all(wanted.map((name) => refresh(needs, configuration, name)));
  const missing = problems.filter((problem) => problem !== undefined);
  if (wanted.length === 0 || missing.length < wanted.length) return;
  const message = `No address ranges to verify the senders of webhooks by: ${missing.join('; ')}. Correct the URL, or switch off verify-scm-ips and verify-cdn-ips`;
  throw new Failure('configuration', 'no_address_ranges', message);
}

/** While the file is wrong the variables count alone. */
function fromVariables({ environment }: Needs): Configuration | undefined {
  const fallback = configurationOf({ repositories: {} }, environment);
  return fallback.verifies.scm || fallback.verifies.cdn ? fallback : undefined;
}

/** Gives the reason when there is no list, not even an earlier one. */
async function refresh(
  needs: Needs,
  configuration: Configuration,
  source: SourceName,
): Promise<string | undefined> {
  const { records, clock, log } = needs;
  const { url } = configuration.addresses[source];
  const now = clock.now();
  const kept = await records.get(allowlist, { source });
  const last = kept?.url === url ? kept : undefined;
  if (last && now.getTime() - Date.parse(last.fetched_at) < freshMilliseconds) return undefined;
  try {
    const ranges = await fetchRanges(needs, configuration, source);
    await records.put(allowlist, { source, url, ranges, fetched_at: now.toISOString() });
    return undefined;
  } catch (error) {
    if (!isFailure(error) || error.kind === 'unavailable') throw error;
    const reason = error.message;
    log('WARNING', 'published addresses could not be read', {
      url,
      reason,
      in_force: last?.fetched_at,
    });
    return last ? undefined : reason;
  }
}
