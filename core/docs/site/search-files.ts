import type { SearchEntry } from './search-entry.ts';
import type { SiteFile } from './site-view.ts';

/** The full-text index: `search/**`. Entries in the order of navigation. */
export function searchFiles(_entries: readonly SearchEntry[]): SiteFile[] {
  return [];
}

/**
 * What of it changes when some pages changed and the list of pages did not. Undefined: the index
 * that is there cannot be mended; make it anew.
 */
export async function searchChanges(
  _read: (path: string) => Promise<string | undefined>,
  _changes: readonly { number: number; before: SearchEntry; after: SearchEntry }[],
): Promise<SiteFile[] | undefined> {
  return undefined;
}
