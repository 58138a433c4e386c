import type { Caller } from '#core/identity/rules.ts';
import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { analysisSettings } from '../base/settings.ts';

/** Where the server distinguishes its users, an anonymous caller steers no later analysis. */
export function steers({ environment }: Pick<Platform, 'environment'>, username: string): boolean {
  const { ALLOWED_USERS, ADMIN_KEY } = analysisSettings(environment);
  return username !== '' || (ALLOWED_USERS.size === 0 && ADMIN_KEY === undefined);
}

export function assertSteers(
  needs: Pick<Platform, 'environment'>,
  { username }: Pick<Caller, 'username'>,
): void {
  if (steers(needs, username)) return;
  throw new Failure('unauthorized', 'no_name', 'Enter a name first: it signs what you write.');
}
