import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { hashToken, newToken } from './keys.ts';
import type { LoggedIn } from './log-in.ts';
import { adminName, type IdentityRules } from './rules.ts';
import { openSession, proofOf } from './sessions.ts';
import { sessions } from './tables.ts';

type Needs = Pick<Platform, 'records' | 'clock'>;

const lifeMinutes = 60;

/** The token of a link that signs in the administrator once, within an hour. As a cookie it is void:
 * its proof is not that of a session. */
export async function offerSignIn(
  { records, clock }: Needs,
  rules: Pick<IdentityRules, 'adminKey' | 'secret'>,
): Promise<string> {
  const token = newToken();
  const now = clock.now();
  await records.insert(sessions, {
    token_hash: hashToken(token),
    username: adminName,
    is_admin: true,
    proof: linkProof(rules),
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + lifeMinutes * 60_000).toISOString(),
  });
  return token;
}

/** Opens the administrator's session; a second use of the link is refused. */
export async function logInByLink(
  needs: Needs,
  rules: IdentityRules,
  link: string,
): Promise<LoggedIn> {
  const key = { token_hash: hashToken(link) };
  const offer = await needs.records.get(sessions, key);
  const isOffered = rules.adminKey !== undefined && offer?.proof === linkProof(rules);
  if (!isOffered || !(await needs.records.delete(sessions, key))) {
    const message = 'This link was used before, or is too old. Sign in with the API key.';
    throw new Failure('unauthorized', 'used_link', message);
  }
  const proof = proofOf(rules);
  const token = await openSession(needs, { username: adminName, isAdmin: true, proof });
  return { token, username: adminName, role: 'admin', is_admin: true };
}

function linkProof(rules: Pick<IdentityRules, 'adminKey' | 'secret'>): string {
  return `link ${proofOf(rules)}`;
}
