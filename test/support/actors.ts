import { cookieOf, type Received } from './http/http-client.ts';
import { adminKey, type World } from './world.ts';

export const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
export const asAdmin = bearer(adminKey);

/** Creates a user through the interface of a service; returns the key. */
export async function addUser(
  world: World,
  username: string,
  role = 'user',
  headers: Record<string, string> = asAdmin,
): Promise<string> {
  const body = { username, role };
  const path = '/api/admin/users';
  const reply = await world.send({ method: 'POST', path, headers, body });
  if (reply.status !== 200) throw new Error(reply.text);
  return (reply.json() as { api_key: string }).api_key;
}

export function logIn(
  world: World,
  username: string,
  api_key: string,
  headers: Record<string, string> = {},
): Promise<Received> {
  const body = { username, api_key };
  return world.send({ method: 'POST', path: '/api/auth/login', headers, body });
}

/** The Cookie header of a new session. */
export async function sessionOf(world: World, username: string, key: string) {
  return { cookie: cookieOf(await logIn(world, username, key), 'app_session') };
}

/** Headers that our pages send too, so that a write with a cookie is accepted. */
export const fromOurPage = { 'sec-fetch-site': 'same-origin' };

/** Status of `GET /api/auth/me`, which requires a signed-in caller. */
export async function statusOfMe(world: World, headers: Record<string, string>): Promise<number> {
  return (await world.send({ path: '/api/auth/me', headers })).status;
}
