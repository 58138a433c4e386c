import * as z from 'zod/mini';
import { isFailure } from '#core/platform/failure.ts';
import type { Scm } from './client.ts';
import { isOutage } from './refusal.ts';

export interface Account {
  readonly login: string;
  /** `Bot` for an application. */
  readonly type: string;
}

const viewers = new WeakMap<Scm, Promise<string | undefined>>();

/** The login of our token. Undefined: the host does not say. */
export function findViewer(scm: Scm): Promise<string | undefined> {
  const viewer = viewers.get(scm) ?? readLogin(scm);
  viewers.set(scm, viewer);
  return viewer;
}

/** Whether the account is certainly the one of our token. */
export async function isViewer(scm: Scm, { login }: Pick<Account, 'login'>): Promise<boolean> {
  return (await findViewer(scm))?.toLowerCase() === login.toLowerCase();
}

/** Whether a text with our mark is ours. Where the host does not say who we are, another application's copy of
 * our mark passes for ours: it decides nothing. */
export async function isOurs(scm: Scm, user: Account): Promise<boolean> {
  if ((await findViewer(scm)) === undefined) return user.type === 'Bot';
  return isViewer(scm, user);
}

const viewerSchema = z.object({ viewer: z.object({ login: z.string() }) });

/** An application may ask GraphQL alone who it is. */
async function readLogin(scm: Scm): Promise<string | undefined> {
  try {
    return (await scm.json('/user', { shape: viewerSchema.shape.viewer })).login;
  } catch (error) {
    if (!isFailure(error, 'upstream', 'forbidden')) throw error;
  }
  try {
    const answer = await scm.graphql('query Viewer { viewer { login } }', {});
    return viewerSchema.safeParse(answer).data?.viewer.login;
  } catch (error) {
    if (isOutage(error)) throw error;
    return undefined;
  }
}
