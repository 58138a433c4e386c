import * as z from 'zod/mini';
import { isFailure, unlessMissing } from '#core/platform/failure.ts';
import type { Scm } from '#core/scm/client.ts';
import type { HandlerContext } from './context.ts';

/** Whether the person may push to the repository. Everyone may read, and review, a public one. */
export async function mayWrite(
  { scm, settings }: Pick<HandlerContext, 'scm' | 'settings'>,
  login: string,
): Promise<boolean> {
  const person = encodeURIComponent(login);
  const path = `${settings.path}/collaborators/${person}/permission`;
  const answer = await unlessMissing(scm.json(path));
  if (answer === undefined) return false;
  return ['admin', 'write'].includes(z.object({ permission: z.string() }).parse(answer).permission);
}

export interface Account {
  readonly login: string;
  /** `Bot` for an application. */
  readonly type: string;
}

const viewers = new WeakMap<Scm, Promise<string | undefined>>();

/** Whether the account is the one of our token. An application's token cannot ask who it is; its own
 * comments are then those of a bot. */
export async function isViewer(scm: Scm, { login, type }: Account): Promise<boolean> {
  const viewer = viewers.get(scm) ?? readLogin(scm);
  viewers.set(scm, viewer);
  const own = await viewer;
  return own === undefined ? type === 'Bot' : own.toLowerCase() === login.toLowerCase();
}

async function readLogin(scm: Scm): Promise<string | undefined> {
  try {
    return z.object({ login: z.string() }).parse(await scm.json('/user')).login;
  } catch (error) {
    if (isFailure(error, 'upstream', 'forbidden')) return undefined;
    throw error;
  }
}
