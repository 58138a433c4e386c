import type { IdentityRules } from '#core/identity/rules.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import { docsSettings } from '#core/docs/settings.ts';

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
