import { isFailure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { readContent } from '#core/scm/read-content.ts';
import { scmFor } from '../scm-for.ts';
import type { RepositorySettings } from './repository-settings.ts';
import type { RepositoryKeys } from './schema.ts';

type Needs = Pick<Platform, 'fetch' | 'clock' | 'log'>;

const path = '.scm-webhook-server.yaml';
const keptMilliseconds = 5 * 60_000;
const mostKept = 1_000;

export interface RepositoryFile {
  readonly keys: RepositoryKeys;
  /** Why the file cannot be used; its keys are empty then. */
  readonly problem?: string;
}

type Kept = Map<string, { readonly at: number; readonly file: Promise<RepositoryFile> }>;
const caches = new WeakMap<Platform['fetch'], Kept>();

/** The repository's own file on its default branch. A missing one is empty. An unreadable or wrong one
 * is logged, has a problem, and is read again the next time. */
export async function repositoryFile(
  needs: Needs,
  settings: RepositorySettings,
  spend?: (calls: number) => void,
): Promise<RepositoryFile> {
  const { fetch, clock } = needs;
  const { fullName, tokens } = settings;
  // Without a token the host allows 60 requests an hour.
  if (tokens.length === 0) return { keys: {} };
  const kept = caches.get(fetch) ?? new Map<string, never>();
  caches.set(fetch, kept);
  const now = clock.now().getTime();
  let entry = kept.get(fullName);
  if (!entry || Math.abs(now - entry.at) >= keptMilliseconds) {
    entry = { at: now, file: readFile(needs, settings, spend) };
    if (kept.size >= mostKept) kept.clear();
    kept.set(fullName, entry);
  }
  try {
    const file = await entry.file;
    if (file.problem !== undefined) kept.delete(fullName);
    return file;
  } catch (error) {
    kept.delete(fullName);
    throw error;
  }
}

async function readFile(
  needs: Needs,
  settings: RepositorySettings,
  spend: ((calls: number) => void) | undefined,
): Promise<RepositoryFile> {
  const [owner = '', repo = ''] = settings.fullName.split('/');
  const scm = scmFor(needs, settings);
  const wrong = (reason: string): RepositoryFile => {
    needs.log('WARNING', `${path} is ignored`, { repository: settings.fullName, reason });
    return { keys: {}, problem: reason };
  };
  try {
    const text = await readContent(scm, { owner, repo }, { path });
    if (text === undefined) return { keys: {} };
    const { parseRepositoryFile } = await import('./parse-repository-file.ts');
    const keys = parseRepositoryFile(text);
    return typeof keys === 'string' ? wrong(keys) : { keys };
  } catch (error) {
    if (!isFailure(error)) throw error;
    return wrong(error.message);
  } finally {
    spend?.(scm.calls());
  }
}
