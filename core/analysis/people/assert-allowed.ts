import type { Caller } from '#core/identity/rules.ts';
import { Failure } from '#core/platform/failure.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import { lowerAscii } from '#core/text/ascii.ts';
import { analysisSettings } from '#core/analysis/base/settings.ts';

/** Refuses a change by a user who is not in ALLOWED_USERS. An empty list allows everyone. */
export function assertAllowed(environment: Environment, caller: Caller): void {
  const { ALLOWED_USERS } = analysisSettings(environment);
  if (ALLOWED_USERS.size === 0 || caller.isAdmin) return;
  if (ALLOWED_USERS.has(lowerAscii(caller.username))) return;
  const message = 'User not allowed. Contact an administrator to be added to the allow list.';
  throw new Failure('forbidden', 'not_allowed', message);
}
