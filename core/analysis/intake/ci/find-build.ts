import { Failure } from '#core/platform/failure.ts';
import type { Ci, CiBuild } from './ci.ts';

/** Failure('missing') if there is no such build. */
export async function findBuild(ci: Ci, name: string, number: number): Promise<CiBuild> {
  const build = await ci.build(name, number);
  if (build) return build;
  throw new Failure('missing', 'no_build', `CI job ${name} #${number} not found`);
}
