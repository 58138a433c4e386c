import { hash } from 'node:crypto';
import type { Caller } from '#core/identity/rules.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Stored } from '#core/platform/ports/records.ts';
import { whileUnchanged } from '#core/platform/while-unchanged.ts';
import { projectEntry } from './project-entry.ts';
import { readVisible } from '../store.ts';
import type { Project } from '../tables.ts';

type Needs = Pick<Platform, 'records'>;

/** A project in lists, without what is long. */
export type Listed = Omit<Stored<Project>, 'plan_json'>;

/** All projects that the caller may see; what changed last comes first. */
export function listProjects(needs: Needs, caller: Caller): Promise<readonly Listed[]> {
  return whileUnchanged(needs.records, `projects ${readerOf(caller)}`, async () => {
    const rows = await readVisible(needs, caller);
    return rows.map(({ plan_json: _long, ...row }) => row);
  });
}

/** The list as it is sent, and its hash. */
export function listingText(
  needs: Needs,
  caller: Caller,
): Promise<{ readonly text: string; readonly etag: string }> {
  return whileUnchanged(needs.records, `listing ${readerOf(caller)}`, async () => {
    const rows = await listProjects(needs, caller);
    const text = JSON.stringify({ projects: rows.map((row) => projectEntry.parse(row)) });
    return { text, etag: hash('sha256', text, 'base64url') };
  });
}

/** Administrators see all projects. */
function readerOf({ isAdmin, username }: Caller): string {
  return isAdmin ? '' : username;
}
