import { Failure } from '#core/platform/failure.ts';
import type { GitSource } from '#core/platform/ports/systems/git.ts';
import { isSameRepository } from '#core/text/same-repository.ts';
import type { GenerateRequest } from '../schema.ts';
import type { Project } from '../tables.ts';

/** The repository that has the name now, if it is another one than the request's. */
export function otherRepository(
  project: Pick<Project, 'repo_url'> | undefined,
  { repo_url, repo_path }: GenerateRequest,
  source: GitSource,
): string | undefined {
  const before = project?.repo_url ?? '';
  if (before === '') return undefined;
  // A folder may be given by another path than its own.
  const addresses = [repo_url ?? repo_path ?? '', ...('path' in source ? [source.path] : [])];
  return addresses.some((address) => isSameRepository(before, address)) ? undefined : before;
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
