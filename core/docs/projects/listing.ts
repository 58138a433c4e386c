import { createHash } from 'node:crypto';
import type { Caller } from '#core/identity/rules.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Stored } from '#core/platform/ports/records.ts';
import { entryOf } from './project-entry.ts';
import { readVisible } from '#core/docs/store.ts';
import type { Project } from '#core/docs/tables.ts';

type Needs = Pick<Platform, 'records'>;

/** A project in lists, without what is long. */
export type Listed = Omit<Stored<Project>, 'plan_json'>;

interface Kept {
  readonly stamp: string;
  readonly rows: readonly Listed[];
}

const mostCallers = 100;
const kept = new WeakMap<Platform['records'], Map<string, Kept>>();
const texts = new WeakMap<readonly Listed[], { readonly text: string; readonly etag: string }>();

/** All projects that the caller may see; what changed last comes first. The same array as before
 * where no row has been written since: many pages and programs ask again and again. */
export async function listProjects(needs: Needs, caller: Caller): Promise<readonly Listed[]> {
  // Before the rows are read: what is written meanwhile makes them old at the next look.
  const stamp = await needs.records.stamp();
  if (stamp === undefined) return read(needs, caller);
  const callers = kept.get(needs.records) ?? new Map<string, Kept>();
  kept.set(needs.records, callers);
  const key = caller.isAdmin ? '' : caller.username;
  const known = callers.get(key);
  if (known?.stamp === stamp) return known.rows;
  const rows = await read(needs, caller);
  if (callers.size >= mostCallers) callers.clear();
  callers.set(key, { stamp, rows });
  return rows;
}

/** The list as it is sent. */
export function listingText(rows: readonly Listed[]): { text: string; etag: string } {
  const known = texts.get(rows);
  if (known) return known;
  const text = JSON.stringify({ projects: rows.map(entryOf) });
  const etag = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  const made = { text, etag };
  texts.set(rows, made);
  return made;
}

async function read(needs: Needs, caller: Caller): Promise<readonly Listed[]> {
  const rows = await readVisible(needs, caller);
  return rows.map(({ plan_json: _long, ...row }) => row);
}
