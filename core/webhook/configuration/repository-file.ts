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

type Kept = Map<string, { readonly at: number; readonly keys: Promise<RepositoryKeys> }>;
const caches = new WeakMap<Platform['fetch'], Kept>();

/** The repository's own file on its default branch. A missing, unreadable or wrong one counts as
 * empty; what is wrong is logged. */
export async function repositoryFile(
  needs: Needs,
  settings: RepositorySettings,
  spend?: (calls: number) => void,
): Promise<RepositoryKeys> {
  const { fetch, clock } = needs;
  const { fullName, tokens } = settings;
  // Without a token the host allows 60 requests an hour.
  if (tokens.length === 0) return {};
  const kept = caches.get(fetch) ?? new Map<string, never>();
  caches.set(fetch, kept);
  const now = clock.now().getTime();
  let known = kept.get(fullName);
  if (!known || Math.abs(now - known.at) >= keptMilliseconds) {
    known = { at: now, keys: fetchKeys(needs, settings, spend) };
    if (kept.size >= mostKept) kept.clear();
    kept.set(fullName, known);
    known.keys.catch(() => kept.delete(fullName));
  }
  return known.keys;
}

async function fetchKeys(
  needs: Needs,
  settings: RepositorySettings,
  spend: ((calls: number) => void) | undefined,
): Promise<RepositoryKeys> {
  const [owner = '', repo = ''] = settings.fullName.split('/');
  const scm = scmFor(needs, settings);
  const warn = (reason: string) => {
    needs.log('WARNING', `${path} is ignored`, { repository: settings.fullName, reason });
  };
  try {
    const text = await readContent(scm, { owner, repo }, { path });
    if (text === undefined) return {};
    const { parseRepositoryFile } = await import('./parse-repository-file.ts');
    return parseRepositoryFile(text, warn);
  } catch (error) {
    if (!isFailure(error)) throw error;
    warn(error.message);
    return {};
  } finally {
    spend?.(scm.calls());
  }
}
