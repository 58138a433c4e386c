import * as z from 'zod/mini';
import { Failure, isFailure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { table } from '#core/platform/table.ts';
import { addressRanges } from '#core/text/address-ranges.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { type ConfigurationNeeds, findConfiguration } from '../configuration/read-configuration.ts';

type Needs = ConfigurationNeeds & Pick<Platform, 'fetch' | 'records'>;

/** The schedule also runs right after the start, which has just read the lists. */
const freshMilliseconds = 30 * 60_000;

/**
 * Reads the published addresses that the configuration asks for. A list that cannot be read is
 * logged, and the last good one stays in force. No list at all: Failure('configuration').
 */
export async function refreshAllowlist(needs: Needs): Promise<void> {
  const configuration = await findConfiguration(needs);
  if (!configuration) return;
  const names = verifiedSources(configuration);
  const problems = await Promise.all(names.map((name) => refresh(needs, configuration, name)));
  const missing = problems.filter((problem) => problem !== undefined);
  if (names.length === 0 || missing.length < names.length) return;
  const message = `No address ranges to verify the senders of webhooks by: ${missing.join('; ')}. Correct the URL, or switch off verify-scm-ips and verify-cdn-ips`;
  throw new Failure('configuration', 'no_address_ranges', message);
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
  const row = await records.get(allowlist, { source });
  const last = row?.url === url ? row : undefined;
  // Or the clock was ahead.
  const age = Math.abs(now.getTime() - Date.parse(last?.fetched_at ?? ''));
  if (age < freshMilliseconds) return undefined;
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

const texts = z.array(z.string());
const documents = {
  /** docs.github.com/rest/meta/meta */
  scm: z.pipe(
    z.object({ hooks: texts }),
    z.transform(({ hooks }) => hooks),
  ),
  /** developers.cloudflare.com/api/resources/ips */
  cdn: z.pipe(
    z.object({
      result: z.object({ ipv4_cidrs: z._default(texts, []), ipv6_cidrs: z._default(texts, []) }),
    }),
    z.transform(({ result }) => [...result.ipv4_cidrs, ...result.ipv6_cidrs]),
  ),
};

/** The valid ranges of a published list; others are logged. None is valid: Failure('upstream'). */
async function fetchRanges(
  { fetch, log }: Pick<Platform, 'fetch' | 'log'>,
  { addresses, scm, defaults }: Configuration,
  name: SourceName,
): Promise<string[]> {
  const { url, isTrusted: trusted } = addresses[name];
  // An enterprise server may show the document only to its users.
  const isOwn = new URL(url).origin === new URL(scm.url).origin;
  const [token] = isOwn ? (defaults['scm-tokens'] ?? []) : [];
  const reply = await fetch(url, {
    headers: {
      accept: 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    timeoutMilliseconds: 10_000,
    redirects: 3,
    trusted,
  });
  const ranges = reply.status === 200 ? read(name, reply.text()) : undefined;
  if (!ranges) throw unreadable(url, reply.status);
  const { invalid } = addressRanges(ranges);
  if (invalid.length > 0) {
    log('WARNING', 'address ranges that are not valid are skipped', {
      url,
      invalid: invalid.slice(0, 10),
    });
  }
  const valid = ranges.filter((range) => !invalid.includes(range));
  if (valid.length === 0) throw unreadable(url, reply.status);
  return valid;
}

function read(name: SourceName, text: string): string[] | undefined {
  try {
    return documents[name].safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function unreadable(url: string, status: number): Failure {
  const message = `${url} answered ${status} without a list of address ranges`;
  return new Failure('upstream', 'no_ranges', message);
}

const sources = ['scm', 'cdn'] as const;
type SourceName = (typeof sources)[number];

export function verifiedSources({ verifies }: Configuration): SourceName[] {
  return sources.filter((name) => verifies[name]);
}

/** The published addresses: the last list that could be read. */
export const allowlist = table({
  name: 'webhook_allowlist',
  version: 1,
  columns: z.object({
    source: z.enum(sources),
    /** Where the list is from: that of another URL does not count. */
    url: z.string(),
    ranges: z.array(z.string()),
    fetched_at: z.string(),
  }),
  key: ['source'],
});
