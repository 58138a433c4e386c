import {
  bearerOf,
  callerOfKey,
  callerOfSession,
  type Identified,
} from '#core/identity/identify.ts';
import { sessionCookie } from '#core/identity/cookies.ts';
import { anonymous } from '#core/identity/rules.ts';
import { assertSameOrigin } from '#core/identity/same-origin.ts';
import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { docsIdentity } from './identity.ts';

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
  const token = request.cookies.get(sessionCookie);
  if (authorization === undefined && token === undefined) return { caller: anonymous };
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
  const found = await callerOfSession(platform, rules, token as string);
  if (!found) return { caller: anonymous };
  assertSameOrigin(request);
  return { caller: found.caller };
}
