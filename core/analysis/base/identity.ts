import { newToken } from '#core/identity/keys.ts';
import { recordName } from '#core/identity/last-seen.ts';
import type { Caller, IdentityRules } from '#core/identity/rules.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Secrets } from '#core/platform/ports/secrets.ts';
import { analysisSettings } from './settings.ts';

const defaultRole = 'user';

/** The users of the failure-analysis service. Their API keys are hashed with APP_ENCRYPTION_KEY, or
 * with a generated secret if it is unset. */
export async function analysisIdentity(
  platform: Pick<Platform, 'environment' | 'secrets'>,
): Promise<IdentityRules> {
  const { ADMIN_KEY, SECURE_COOKIES } = analysisSettings(platform.environment);
  return {
    service: 'Failure analysis',
    secret: await analysisSecret(platform),
    adminKey: ADMIN_KEY,
    roles: ['admin', 'user'],
    defaultRole,
    secureCookies: SECURE_COOKIES,
    renewsSessions: true,
    namesUser: true,
    recordsUse: true,
    wrongLogin: 'Invalid username or API key',
  };
}

/** Lists who acts among the users, also without a key. */
export function recordPerson(
  needs: Pick<Platform, 'records' | 'clock'>,
  caller: Pick<Caller, 'username' | 'userId'>,
): Promise<void> {
  return recordName(needs, caller, { defaultRole });
}

/** Hashes API keys and encrypts stored credentials. */
export async function analysisSecret({
  environment,
  secrets,
}: Pick<Platform, 'environment' | 'secrets'>): Promise<string> {
  return analysisSettings(environment).APP_ENCRYPTION_KEY ?? (await keptSecret(secrets));
}

// Read once per platform: every request needs it.
const promises = new WeakMap<Secrets, Promise<string>>();

function keptSecret(secrets: Secrets): Promise<string> {
  const before = promises.get(secrets);
  if (before) return before;
  const secret = secrets.keep('APP_ENCRYPTION_KEY', newToken);
  promises.set(secrets, secret);
  secret.catch(() => promises.delete(secrets));
  return secret;
}
