import * as z from 'zod/mini';
import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { addressRanges } from '#core/text/address-ranges.ts';
import type { Configuration } from '../configuration/configuration.ts';
import type { SourceName } from './tables.ts';

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
export async function fetchRanges(
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
    ...{ timeoutMilliseconds: 10_000, redirects: 3, trusted },
  });
  const listed = reply.status === 200 ? read(name, reply.text()) : undefined;
  if (!listed) throw unreadable(url, reply.status);
  const { invalid } = addressRanges(listed);
  if (invalid.length > 0) {
    log('WARNING', 'address ranges that are not valid are skipped', {
      url,
      invalid: invalid.slice(0, 10),
    });
  }
  const valid = listed.filter((range) => !invalid.includes(range));
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
