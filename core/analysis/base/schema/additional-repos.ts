import { repoEntries, type RepoEntry } from './request.ts';
import { hasCredentials, readRepositoryWithToken } from './repository.ts';

/** Reads `name:url[:ref][@token],…`; undefined: an entry is wrong, or two have one name. */
export function readAdditionalRepos(text: string): readonly RepoEntry[] | undefined {
  const entries: object[] = [];
  for (const part of text.split(',').filter((piece) => piece.trim() !== '')) {
    const [, name = '', rest = ''] = /^([^:]*):(.*)$/.exec(part.trim()) ?? [];
    const repository = readRepositoryWithToken(rest);
    if (!repository || hasCredentials(repository.url)) return undefined;
    entries.push({ name: name.trim(), ...repository });
  }
  const { success, data } = repoEntries.safeParse(entries);
  return success ? data : undefined;
}
