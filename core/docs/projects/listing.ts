import { hash } from 'node:crypto';
import type { Caller } from '#core/identity/rules.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { whileUnchanged } from '#core/platform/while-unchanged.ts';
import { projectEntry } from './project-entry.ts';
import { readVisible } from '../store.ts';
import type { Listed } from '../tables.ts';

type Needs = Pick<Platform, 'records'>;

/** All projects that the caller may see; what changed last comes first. */
export function listProjects(needs: Needs, caller: Caller): Promise<readonly Listed[]> {
  return whileUnchanged(needs.records, `projects ${readerOf(caller)}`, async () => {
    return readVisible(needs, caller);
  });
}

/** The list as it is sent, and its hash. */
export function listingText(
  needs: Needs,
  caller: Caller,
): Promise<{ readonly text: Uint8Array; readonly etag: string }> {
  return whileUnchanged(needs.records, `listing ${readerOf(caller)}`, async () => {
    const rows = await listProjects(needs, caller);
    const entries = rows.map((row) => projectEntry.parse(row));
    const text = Buffer.from(JSON.stringify({ projects: entries }));
    return { text, etag: hash('sha256', text, 'base64url') };
  });
}

/** Administrators see all projects. */
function readerOf({ isAdmin, username }: Caller): string {
  return isAdmin ? '' : username;
}
