import { verify } from 'node:crypto';
import { created, notFound, ok } from '#test/support/scm/reply.ts';
import type { HostReply, Routes } from '#test/support/scm/reply.ts';
import type { ScmHost } from '#test/support/scm/state.ts';

// docs.github.com/apps/creating-github-apps/authenticating-with-a-github-app

const hour = 3_600_000;

export const apps: Routes = {
  'GET installation': ({ host, viewer, repository }) =>
    viewer !== appViewer || host.app?.installedIn !== repository.fullName
      ? notFound
      : ok({ id: 4711, account: { login: 'owner' }, app_id: Number(host.app.id) }),
  'POST /app/installations/:id/access_tokens': ({ host, viewer, params }) => {
    if (viewer !== appViewer || params['id'] !== '4711' || !host.app) return notFound;
    const token = `ghs_${host.nextId()}installation`;
    const expires = host.now().getTime() + hour;
    host.app.tokens.set(token, expires);
    const expires_at = new Date(expires).toISOString().replace(/\.\d+/, '');
    return created({ token, expires_at, permissions: host.app.permissions });
  },
};

/** Who sends a JSON web token: it opens only the routes of apps. */
export const appViewer = 'the app itself';
export const appLogin = 'lantern[bot]';

const refusedJwt = (message: string): HostReply => ({ status: 401, body: { message } });

/** The viewer of a token of the app, or why it is refused. Undefined: it is none. */
export function appViewerOf({ app, now }: ScmHost, token: string): string | HostReply | undefined {
  const expires = app?.tokens.get(token);
  if (expires !== undefined) {
    return now().getTime() < expires ? appLogin : refusedJwt('Bad credentials');
  }
  const [header = '', claims = '', signature] = token.split('.');
  if (!app || signature === undefined) return undefined;
  const read = (part: string) =>
    JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
  const text = Buffer.from(`${header}.${claims}`);
  const isSigned = verify('RSA-SHA256', text, app.publicKey, Buffer.from(signature, 'base64url'));
  const { iat, exp, iss } = read(claims);
  const seconds = now().getTime() / 1_000;
  if (read(header)['alg'] !== 'RS256' || !isSigned) {
    return refusedJwt('A JSON web token could not be decoded');
  }
  if (typeof iat !== 'number' || iat > seconds) {
    return refusedJwt(
      "'Issued at' claim ('iat') must be an Integer representing the time that the assertion was issued",
    );
  }
  if (typeof exp !== 'number' || exp <= seconds)
    return refusedJwt(
      "'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion expires",
    );
  if (exp - seconds > 600)
    return refusedJwt("'Expiration time' claim ('exp') is too far in the future");
  return String(iss) === app.id ? appViewer : refusedJwt('Integration not found');
}
