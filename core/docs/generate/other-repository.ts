import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { GitSource } from '#core/platform/ports/systems/git.ts';
import { isSameRepository } from '#core/text/same-repository.ts';
import type { GenerateRequest } from '../schema.ts';
import { generations, type Project } from '../tables.ts';

/** The repository that has the name now, if it is another one than the request's. */
export async function otherRepository(
  { records }: Pick<Platform, 'records'>,
  project: Pick<Project, 'repo_url' | 'generation'> | undefined,
  { repo_url, repo_path }: GenerateRequest,
  source: GitSource,
): Promise<string | undefined> {
  const before = project?.repo_url ?? '';
  if (before === '') return undefined;
  const isSame = (address: string) => isSameRepository(before, address);
  if (isSame(repo_url ?? repo_path ?? '')) return undefined;
  if (!('path' in source)) return before;
  // A folder may be given by another path than its own, now or the last time.
  const last = project?.generation ? { id: project.generation } : undefined;
  const own = last && (await records.get(generations, last))?.repo_path;
  return isSame(source.path) || own === source.path ? undefined : before;
}

/** For those who ask before a site is replaced. */
export function namesOther(name: string, other: string): Failure {
  const message = `'${name}' documents ${other}`;
  return new Failure('conflict', 'other_repository', message, { extra: { replaces: other } });
}

export function warningOf(name: string, other: string | undefined): { readonly warning?: string } {
  if (other === undefined) return {};
  return { warning: `'${name}' documented ${other}: its site is replaced` };
}
