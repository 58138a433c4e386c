import type { Platform } from '#core/platform/ports/platform.ts';
import { baseOf, servicesSettings } from '#core/web/services.ts';
import { sessionCookie, sessionTokens } from './cookies.ts';
import { adminName, type IdentityRules } from './rules.ts';

type Needs = Pick<Platform, 'environment' | 'fetch' | 'log'>;
type Tokens = readonly string[];

const timeoutMilliseconds = 2_000;

/** Signs the administrator in to the services that this one is in front of, which have the same key.
 * Returns the tokens of the cookie: theirs first. */
export async function signInBeside(
  needs: Needs,
  { adminKey }: Pick<IdentityRules, 'adminKey'>,
  username: string,
  tokens: Tokens,
): Promise<Tokens> {
  if (username !== adminName || adminKey === undefined) return tokens;
  return tellAll(needs, 'login', tokens, { username, api_key: adminKey });
}

/** Ends the sessions of these tokens there. Returns the other tokens. */
export async function signOutBeside(needs: Needs, tokens: Tokens): Promise<Tokens> {
  return tokens.length === 0 ? tokens : tellAll(needs, 'logout', tokens, {});
}

/** Signing in or out here succeeds also when another service does not answer. */
async function tellAll(
  { environment, fetch, log }: Needs,
  action: 'login' | 'logout',
  tokens: Tokens,
  body: object,
): Promise<Tokens> {
  let remaining = tokens;
  for (const service of servicesSettings(environment).LANTERN_SERVICES) {
    if (service.link === undefined || service.hasUsers !== true) continue;
    try {
      const { status, headers } = await fetch(`${baseOf(service)}/api/auth/${action}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          // A write that a cookie authorizes comes from a page of the service (S12).
          origin: baseOf(service),
          cookie: `${sessionCookie}=${remaining.join('.')}`,
        },
        body: JSON.stringify(body),
        trusted: true,
        timeoutMilliseconds,
        maxBytes: 65_536,
      });
      if (status >= 400) throw new Error(`status ${status}`);
      remaining = tokensIn(headers['set-cookie']) ?? remaining;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log('WARNING', `no ${action} at ${service.name}`, { reason });
    }
  }
  return remaining;
}

function tokensIn(cookies = ''): Tokens | undefined {
  const value = new RegExp(`(?:^|, )${sessionCookie}=([^;,]*)`).exec(cookies)?.[1];
  return value === undefined ? undefined : sessionTokens(new Map([[sessionCookie, value]]));
}
