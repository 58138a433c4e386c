import * as z from 'zod/mini';
import { isFailure } from '#core/platform/failure.ts';
import type { Scm } from '#core/scm/client.ts';

export interface Account {
  readonly login: string;
  /** `Bot` for an application. */
  readonly type: string;
}

const schema = z.object({ login: z.string() });
const known = new WeakMap<Scm, Promise<string | undefined>>();

/** Whether the account is the one of our token. An application's token cannot ask who it is; its own
 * comments are then those of a bot. */
export async function isViewer(scm: Scm, { login, type }: Account): Promise<boolean> {
  const viewer = known.get(scm) ?? readLogin(scm);
  known.set(scm, viewer);
  const own = await viewer;
  return own === undefined ? type === 'Bot' : own.toLowerCase() === login.toLowerCase();
}

async function readLogin(scm: Scm): Promise<string | undefined> {
  try {
    return schema.parse(await scm.json('/user')).login;
  } catch (error) {
    if (isFailure(error, 'upstream', 'forbidden')) return undefined;
    throw error;
  }
}
