import * as z from 'zod/mini';
import type { Caller } from '#core/identity/rules.ts';
import { Failure, isFailure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { notBlank } from '../base/schema/request.ts';
import { readUserTokens } from '../people/user-tokens.ts';

type Needs = Pick<Platform, 'environment' | 'records' | 'clock' | 'secrets' | 'fetch'>;

export const tokenCheck = z.strictObject({
  token_type: z.enum(['scm', 'tracker']),
  token: z.string().check(notBlank),
  /** The e-mail of the account at a cloud tracker. */
  email: z._default(z.nullable(z.string()), null),
});

/** POST /api/validate-token */
export const checkedToken = z.object({
  valid: z.boolean(),
  /** Empty: it is not valid. */
  username: z.string(),
  message: z.string(),
});
export type CheckedToken = z.output<typeof checkedToken>;

/** Asks the tracker or the code host of the server whose token it is. A host that does not answer is
 * Failure('upstream'): the token may be valid. */
export async function checkToken(
  needs: Needs,
  caller: Caller,
  { token_type, token, email }: z.output<typeof tokenCheck>,
): Promise<CheckedToken> {
  const isTracker = token_type === 'tracker';
  try {
    const username = isTracker
      ? await trackerUser(needs, caller, { tracker_token: token, tracker_email: email ?? '' })
      : await codeHostUser(needs, token.trim());
    const where = isTracker ? 'tracker' : 'code host';
    return { valid: true, username, message: `The ${where} accepts the token of ${username}.` };
  } catch (error) {
    if (!isFailure(error, 'unauthorized')) throw error;
    return { valid: false, username: '', message: error.message };
  }
}

/** The sentence for people. A missing or refused token is Failure('unprocessable'). */
export async function checkStoredToken(
  needs: Needs,
  caller: Caller,
  token_type: 'scm' | 'tracker',
): Promise<string> {
  const { scm_token, tracker_token, tracker_email } = await readUserTokens(needs, caller);
  const token = token_type === 'scm' ? scm_token : tracker_token;
  if (token === '') throw new Failure('unprocessable', 'no_token', 'No such token is stored.');
  const check = await checkToken(needs, caller, { token_type, token, email: tracker_email });
  if (check.valid) return check.message;
  throw new Failure('unprocessable', 'token_refused', check.message);
}

async function trackerUser(
  needs: Needs,
  caller: Caller,
  login: { readonly tracker_token: string; readonly tracker_email: string },
): Promise<string> {
  const { openTracker } = await import('./tracker/jira.ts');
  const { trackerAccess } = await import('./tracker/tracker-access.ts');
  return openTracker(needs, await trackerAccess(needs, caller, login)).account();
}

const someone = z.object({ login: z.string() });

async function codeHostUser(needs: Needs, token: string) {
  const { hostClient } = await import('../base/configuration/code-repository.ts');
  const { serverOrigin } = await import('../base/configuration/code-repository.ts');
  const origin = serverOrigin(needs.environment);
  const scm = hostClient(needs, { origin, token, tokenPlace: 'the token' });
  try {
    return (await scm.json('/user', { timeoutMilliseconds: 10_000, shape: someone })).login;
  } catch (error) {
    if (isFailure(error, 'upstream', 'bad_token') || isFailure(error, 'upstream', 'forbidden')) {
      throw new Failure('unauthorized', 'scm_login', error.message, { cause: error });
    }
    if (isFailure(error, 'invalid')) throw error;
    const message = isFailure(error)
      ? error.message
      : `The code host ${new URL(origin).host} gave an unreadable answer`;
    throw new Failure('upstream', 'no_user', message, { cause: error });
  }
}
