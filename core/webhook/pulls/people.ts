import * as z from 'zod/mini';
import { unlessMissing } from '#core/platform/failure.ts';
import type { HandlerContext } from './context.ts';

/** Whether the person may push to the repository. Everyone may read, and review, a public one. */
export async function mayWrite(
  { scm, settings }: Pick<HandlerContext, 'scm' | 'settings'>,
  login: string,
): Promise<boolean> {
  const person = encodeURIComponent(login);
  const path = `${settings.path}/collaborators/${person}/permission`;
  const shape = z.object({ permission: z.string() });
  const answer = await unlessMissing(scm.json(path, { shape }));
  return ['admin', 'write'].includes(answer?.permission ?? '');
}
