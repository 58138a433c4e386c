import * as z from 'zod/mini';
import { isFailure } from '#core/platform/failure.ts';
import type { HandlerContext } from '../handler.ts';
import { pathOf } from './repository-path.ts';

const schema = z.object({ permission: z.string() });

/** Whether the person may push to the repository. Everyone may read, and review, a public one. */
export async function mayWrite(
  { scm, settings }: Pick<HandlerContext, 'scm' | 'settings'>,
  login: string,
): Promise<boolean> {
  const person = encodeURIComponent(login);
  const path = `${pathOf(settings)}/collaborators/${person}/permission`;
  try {
    return ['admin', 'write'].includes(schema.parse(await scm.json(path)).permission);
  } catch (error) {
    if (isFailure(error, 'missing')) return false;
    throw error;
  }
}
