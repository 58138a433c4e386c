import { hash } from 'node:crypto';
import type { Caller } from '#core/identity/rules.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { whileUnchanged } from '#core/platform/while-unchanged.ts';
import { entryOf } from './project-entry.ts';
import { readVisible } from '../store.ts';
import { docsSettings } from '../settings.ts';
import type { Listed } from '../tables.ts';
import { isVariant, projectOf } from '../variant.ts';

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
    const entries = rows.map(entryOf);
    const text = Buffer.from(JSON.stringify({ projects: entries }));
    return { text, etag: hash('sha256', text, 'base64url') };
  });
}

/** Administrators see all projects. */
function readerOf({ isAdmin, username }: Caller): string {
  return isAdmin ? '' : username;
}

/** What has a site that the caller may read, and what changed last first; with PUBLIC_DOCS these are all. */
export async function readableSites(
  needs: Needs & Pick<Platform, 'environment'>,
  caller: Caller,
): Promise<readonly Listed[]> {
  const isPublic = docsSettings(needs.environment).PUBLIC_DOCS;
  const rows = await listProjects(needs, isPublic ? { ...caller, isAdmin: true } : caller);
  return rows.filter(({ last_generated }) => last_generated !== null);
}

/** The site of the default branch stands for a project, else the first one. */
export function onePerProject(sites: readonly Listed[]): readonly Listed[] {
  const byProject = Map.groupBy(sites, ({ owner, name }) => `${owner}/${projectOf(name)}`);
  return [...byProject.values()].flatMap((all) => {
    return all.find(({ name }) => !isVariant(name)) ?? all[0] ?? [];
  });
}
