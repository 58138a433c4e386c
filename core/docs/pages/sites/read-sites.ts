import type { Caller } from '#core/identity/rules.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { readableSites } from '../../projects/listing.ts';
import type { SiteEntry } from './sites.ts';

/** The sites that the caller may read, by name; with PUBLIC_DOCS these are all. */
export async function readSites(
  needs: Pick<Platform, 'records' | 'environment'>,
  caller: Caller,
): Promise<SiteEntry[]> {
  const rows = await readableSites(needs, caller);
  const finished = rows.flatMap((row) =>
    row.last_generated === null ? [] : [{ ...row, generatedAt: row.last_generated }],
  );
  const byName = Map.groupBy(finished, ({ name }) => name);
  return finished
    .map(({ name, owner, generatedAt }) => {
      const isOnly = byName.get(name)?.length === 1;
      // The name alone leads to the caller's own, and to the only one there is.
      return { name, owner, generatedAt, isOnly, isOwn: isOnly || owner === caller.username };
    })
    .sort((a, b) => a.name.localeCompare(b.name, 'en') || a.owner.localeCompare(b.owner, 'en'));
}
