import { lowerAscii } from '#core/text/ascii.ts';
import { isWritten } from '#core/platform/failure.ts';
import type { RepositorySettings } from '../../configuration/repository-settings.ts';
import type { HandlerContext } from '../handler.ts';
import type { ReviewPrefix } from '../labels/label-names.ts';
import type { Pull } from '../shared/read-pull.ts';
import { expiryAt, verdicts } from './tables.ts';

interface Context extends Pick<HandlerContext, 'platform' | 'isDryRun'> {
  readonly settings: Pick<RepositorySettings, 'fullName'>;
}

/** The commit that a person saw, and its base branch. */
export interface Judged {
  readonly sha: string;
  readonly base: string;
}

/** Verdicts without a person: everyone who may give them may take them back. */
export const verified = 'verified';
export const hold = 'hold';

/** The name of a person's verdict. It is not cut, as a label is. */
export function verdictName(prefix: ReviewPrefix, login: string): string {
  return lowerAscii(prefix + login);
}

/** Keeps a verdict in place of the earlier one of its name. Repeated: nothing changes. */
export async function saveVerdict(
  { platform, settings, isDryRun }: Context,
  { number }: Pick<Pull, 'number'>,
  verdict: string,
  { sha, base, at }: Judged & { readonly at: string },
): Promise<void> {
  if (isDryRun) return;
  const { records, clock } = platform;
  const key = { repository: settings.fullName, number, verdict };
  await records.put(verdicts, { ...key, sha, base, at, expires_at: expiryAt(clock.now()) });
}

export async function withdrawVerdicts(
  { platform, settings, isDryRun }: Context,
  { number }: Pick<Pull, 'number'>,
  names: readonly string[],
): Promise<void> {
  if (isDryRun) return;
  for (const verdict of names) {
    await platform.records.delete(verdicts, { repository: settings.fullName, number, verdict });
  }
}

/** Approvals of a commit count for the one that a clean rebase made of it. Verified does not: the
 * change was tried out on another base. */
export async function carryVerdicts(
  context: Context,
  pull: Pick<Pull, 'number' | 'headSha' | 'baseRef'>,
  before: string,
): Promise<void> {
  if (context.isDryRun) return;
  const { records } = context.platform;
  for (const { version, ...row } of await listVerdicts(context, pull)) {
    const isApproval = row.verdict.startsWith('approved-') || row.verdict.startsWith('lgtm-');
    if (!isApproval || row.sha !== before || row.base !== pull.baseRef) continue;
    const { repository, number, verdict } = row;
    const change = { sha: pull.headSha };
    await isWritten(records.update(verdicts, { repository, number, verdict }, change, { version }));
  }
}

/** More than a pull request can have people. */
const mostVerdicts = 10_000;

export async function listVerdicts(
  { platform, settings }: Pick<Context, 'platform' | 'settings'>,
  { number }: Pick<Pull, 'number'>,
) {
  const where = { repository: settings.fullName, number };
  return (await platform.records.list(verdicts, { where, limit: mostVerdicts })).rows;
}
