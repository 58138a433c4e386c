import type { Caller } from '#core/identity/rules.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { checkStoredToken } from '#core/analysis/issues/check-token.ts';
import { saveTokens } from './read-settings.ts';

type Needs = Parameters<typeof saveTokens>[0] & Pick<Platform, 'fetch'>;

interface Acted {
  /** For scripts. */
  readonly data: object;
  /** For browsers without script. */
  readonly path: string;
}

/** Stores the tokens of the form, or asks the host of a stored one whose it is. */
export async function actOnSettings(
  needs: Needs,
  caller: Caller,
  fields: Readonly<Record<string, string>>,
): Promise<Acted> {
  const { check } = fields;
  if (check === 'scm' || check === 'tracker') {
    const message = await checkStoredToken(needs, caller, check);
    return { data: { message }, path: `/settings?accepted=${check}` };
  }
  await saveTokens(needs, caller, fields);
  return { data: { status: 'ok' }, path: '/settings' };
}
