import { Failure, isFailure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { GitSource } from '#core/platform/ports/systems/git.ts';
import type { ProjectKey } from '../project-files.ts';
import { projects } from '../tables.ts';
import { variantName } from '../variant.ts';

const lookMilliseconds = 20_000;

interface Place {
  /** That of the row, its files and its address. */
  readonly name: string;
  readonly source: GitSource;
}

/**
 * Which site of a project a request is about: that of the default branch, which has the project's own
 * name, or a variant. The repository is asked which branch is its default one only for a branch that
 * has no site yet.
 */
export async function siteOf(
  { records, git }: Pick<Platform, 'records' | 'git'>,
  { owner, name }: ProjectKey,
  request: GitSource,
): Promise<Place> {
  if ('path' in request || request.ref === undefined) return { name, source: request };
  const ref = request.ref.replace(/^refs\/heads\/(?=.)/, '');
  const source = { ...request, ref };
  const { ref: _, ...main } = source;
  if (ref === 'HEAD') return { name, source: main };
  // Earlier versions had the site of any branch under the project's name.
  const own = await records.get(projects, { owner, name });
  if (own?.branch === ref) return { name, source };
  const variant = variantName(name, ref);
  if (await records.get(projects, { owner, name: variant })) return { name: variant, source };
  const signal = AbortSignal.timeout(lookMilliseconds);
  const isMain = (await git.defaultBranch(source, { signal }).catch(refuse)) === ref;
  return isMain ? { name, source: main } : { name: variant, source };
}

/** Without an answer the site of the default branch could get a second address. */
function refuse(error: unknown): never {
  if (!isFailure(error, 'upstream')) throw error;
  throw new Failure('invalid', 'no_repository', error.message);
}
