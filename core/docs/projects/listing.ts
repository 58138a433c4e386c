import { createHash } from 'node:crypto';
import type { Caller } from '#core/identity/rules.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Stored } from '#core/platform/ports/records.ts';
import { projectEntry } from './project-entry.ts';
import { readVisible } from '../store.ts';
import type { Project } from '../tables.ts';

type Needs = Pick<Platform, 'records'>;

/** A project in lists, without what is long. */
export type Listed = Omit<Stored<Project>, 'plan_json'>;

interface Kept {
  readonly stamp: string;
  readonly rows: readonly Listed[];
}

const maxCallers = 100;
const listings = new WeakMap<Platform['records'], Map<string, Kept>>();
const texts = new WeakMap<readonly Listed[], { readonly text: string; readonly etag: string }>();

/** All projects that the caller may see; what changed last comes first. The same array as before
 * where no row has been written since: many pages and programs ask again and again. */
export async function listProjects(needs: Needs, caller: Caller): Promise<readonly Listed[]> {
  // Before the rows are read: what is written meanwhile makes them old at the next look.
  const stamp = await needs.records.stamp();
  if (stamp === undefined) return read(needs, caller);
  const callers = listings.get(needs.records) ?? new Map<string, Kept>();
  listings.set(needs.records, callers);
  const key = caller.isAdmin ? '' : caller.username;
  const listing = callers.get(key);
  if (listing?.stamp === stamp) return listing.rows;
  const rows = await read(needs, caller);
  if (callers.size >= maxCallers) callers.clear();
  callers.set(key, { stamp, rows });
  return rows;
}

/** The list as it is sent. */
export function listingText(rows: readonly Listed[]): { text: string; etag: string } {
  const earlier = texts.get(rows);
  if (earlier) return earlier;
  const text = JSON.stringify({ projects: rows.map((row) => projectEntry.parse(row)) });
  const etag = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  const entry = { text, etag };
  texts.set(rows, entry);
  return entry;
}

async function read(needs: Needs, caller: Caller): Promise<readonly Listed[]> {
  const rows = await readVisible(needs, caller);
  return rows.map(({ plan_json: _long, ...row }) => row);
}
