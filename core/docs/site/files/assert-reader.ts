import type { Caller } from '#core/identity/rules.ts';
import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { docsSettings } from '#core/docs/settings.ts';

/** Without a login sites are read only where the operator has made them public. */
export function assertReader(
  { environment }: Pick<Platform, 'environment'>,
  { username }: Caller,
): void {
  if (username !== '' || docsSettings(environment).PUBLIC_DOCS) return;
  throw new Failure('unauthorized', 'unauthorized', 'Unauthorized');
}
