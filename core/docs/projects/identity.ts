import { sessionTokens } from '#core/identity/cookies.ts';
import {
  bearerOf,
  callerOfKey,
  callerOfSession,
  type Identified,
} from '#core/identity/identify.ts';
import { anonymous, type Caller, type IdentityRules } from '#core/identity/rules.ts';
import { assertSameOrigin } from '#core/identity/same-origin.ts';
import { Failure } from '#core/platform/failure.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { docsSettings } from '../settings.ts';

/** The users of the documentation service. All API keys are hashed with ADMIN_KEY: changing it
 * invalidates them and logs everyone out. */
export function docsIdentity(environment: Environment): IdentityRules {
  const { ADMIN_KEY, SECURE_COOKIES } = docsSettings(environment);
  return {
    service: 'Documentation',
    secret: ADMIN_KEY,
    adminKey: ADMIN_KEY,
    roles: ['admin', 'user', 'viewer'],
    defaultRole: 'user',
    secureCookies: SECURE_COOKIES,
    renewsSessions: false,
    namesUser: false,
    recordsUse: false,
    wrongLogin: 'Invalid username or password',
  };
}

interface Request {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly cookies: ReadonlyMap<string, string>;
  readonly address: string;
}

/** A bearer token takes precedence: with an unknown one the cookie is not looked at. */
export async function docsCaller(
  request: Request,
  platform: Pick<Platform, 'environment' | 'records' | 'clock' | 'log'>,
): Promise<Identified> {
  const { authorization } = request.headers;
  const tokens = sessionTokens(request.cookies);
  if (authorization === undefined && tokens.length === 0) return { caller: anonymous };
  const rules = docsIdentity(platform.environment);
  if (authorization !== undefined) {
    const key = bearerOf(authorization);
    const { caller, refused } =
      key === undefined ? {} : await callerOfKey(platform, rules, key, request.address);
    if (caller) return { caller };
    // Public pages stay readable.
    if (refused) return { caller: anonymous, refused };
    throw new Failure('unauthorized', 'unknown_key', 'Unauthorized');
  }
  const session = await callerOfSession(platform, rules, tokens);
  if (!session) return { caller: anonymous };
  assertSameOrigin(request);
  return { caller: session.caller };
}

/** Without a login sites are read only where the operator has made them public. */
export function assertReader(
  { environment }: Pick<Platform, 'environment'>,
  { username }: Caller,
): void {
  if (username !== '' || docsSettings(environment).PUBLIC_DOCS) return;
  throw new Failure('unauthorized', 'unauthorized', 'Unauthorized');
}
