import { isUtf8 } from 'node:buffer';
import {
  bearerOf,
  callerOfKey,
  callerOfSession,
  type Identified,
} from '#core/identity/identify.ts';
import { sessionTokens, setSessions, setUsername, usernameCookie } from '#core/identity/cookies.ts';
import { isReserved, type Caller } from '#core/identity/rules.ts';
import { assertNoForeignWrite, assertSameOrigin } from '#core/identity/same-origin.ts';
import { renewSession } from '#core/identity/sessions.ts';
import { commonSettings } from '#core/platform/settings.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { analysisIdentity } from '../base/identity.ts';
import { analysisSettings } from '../base/settings.ts';
import { Failure } from '#core/platform/failure.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import { lowerAscii } from '#core/text/ascii.ts';

interface Request {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly cookies: ReadonlyMap<string, string>;
  readonly address: string;
}

const maxNameLength = 100;

/** The first of session, bearer token, proxy header and name cookie that identifies the caller. An
 * unknown bearer token counts as none. */
export async function analysisCaller(
  request: Request,
  platform: Pick<Platform, 'environment' | 'records' | 'clock' | 'secrets' | 'log'>,
): Promise<Identified> {
  const tokens = sessionTokens(request.cookies);
  const key = bearerOf(request.headers['authorization']);
  if (tokens.length > 0 || key !== undefined) {
    const rules = await analysisIdentity(platform);
    const session = await callerOfSession(platform, rules, tokens);
    if (session) {
      assertSameOrigin(request);
      const renewed = rules.renewsSessions && (await renewSession(platform, session.session));
      const { caller, token } = session;
      if (!renewed) return { caller };
      // First, so that later logins push out tokens that have expired.
      const order = [token, ...tokens.filter((other) => other !== token)];
      return { caller, cookies: [setSessions(order, rules.secureCookies)] };
    }
    const { caller, refused } =
      key === undefined ? {} : await callerOfKey(platform, rules, key, request.address);
    if (caller) return { caller };
    if (refused) return { ...byName(request, platform), refused };
  }
  return byName(request, platform);
}

/** Unproven names: they sign comments and give no rights. The gateway drops the proxy header unless
 * it counts (S13). */
function byName(request: Request, { environment }: Pick<Platform, 'environment'>): Identified {
  assertNoForeignWrite(request);
  const { SECURE_COOKIES } = analysisSettings(environment);
  if (commonSettings(environment).TRUST_PROXY_HEADERS) {
    const username = named(fromUtf8(request.headers['x-forwarded-user']));
    if (username !== '') {
      const isKnown = named(decoded(request.cookies.get(usernameCookie))) === username;
      const caller = { username, role: 'user', isAdmin: false, via: 'proxy' } as const;
      return isKnown ? { caller } : { caller, cookies: [setUsername(username, SECURE_COOKIES)] };
    }
  }
  const username = named(decoded(request.cookies.get(usernameCookie)));
  const via = username === '' ? 'nothing' : 'name';
  return { caller: { username, role: 'user', isAdmin: false, via } };
}

function named(value: string | undefined): string {
  const name = (value ?? '').trim();
  // Control characters, and those that a reader does not see.
  const isPlain = name.length <= maxNameLength && !/\p{C}/u.test(name);
  return isPlain && !isReserved(name) ? name : '';
}

/** HTTP headers arrive as Latin-1, one character for each byte. */
function fromUtf8(value = ''): string {
  const bytes = Buffer.from(value, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : value;
}

function decoded(value: string | undefined): string {
  try {
    return decodeURIComponent(value ?? '');
  } catch {
    return '';
  }
}

export function isAllowed(environment: Environment, { username, isAdmin }: Caller): boolean {
  const { ALLOWED_USERS } = analysisSettings(environment);
  return ALLOWED_USERS.size === 0 || isAdmin || ALLOWED_USERS.has(lowerAscii(username));
}

/** Refuses a change by a user who is not in ALLOWED_USERS. An empty list allows everyone. */
export function assertAllowed(environment: Environment, caller: Caller): void {
  if (isAllowed(environment, caller)) return;
  const message = 'User not allowed. Contact an administrator to be added to the allow list.';
  throw new Failure('forbidden', 'not_allowed', message);
}

const maxLength = 50;

/** The name that a person signs with, without proof. */
export function chosenName(text: string): string {
  const name = text.trim();
  if (name === '') throw refused('Enter a name.');
  if (name.length > maxLength) throw refused(`Use at most ${maxLength} characters.`);
  if (/[\p{C}<>"'`;,\\]/u.test(name)) {
    throw refused('Use letters, digits, spaces, dots, underscores, hyphens and @.');
  }
  if (isReserved(name)) {
    throw refused('This name belongs to the built-in administrator. Choose another.');
  }
  return name;
}

function refused(message: string): Failure {
  return new Failure('invalid', 'bad_name', message);
}

/** Pages ask for a name before they store a comment, a review or a class. */
export function assertNamed({ username }: { readonly username: string }): void {
  if (username !== '') return;
  throw new Failure('unauthorized', 'no_name', 'Enter a name first: it signs what you write.');
}
