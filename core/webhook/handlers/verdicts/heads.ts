import type { HandlerContext } from '../handler.ts';
import type { Pull } from '../shared/read-pull.ts';
import type { Judged } from './save-verdict.ts';
import { expiryAt, heads } from './tables.ts';

type Context = Pick<HandlerContext, 'platform' | 'settings'>;

/** What the events that were processed say of a pull request. The code host may be ahead. */
export interface Head extends Judged {
  readonly since: string;
}

/** Undefined: no event of it was processed yet. */
export async function findHead(
  { platform, settings }: Context,
  { number }: Pick<Pull, 'number'>,
): Promise<Head | undefined> {
  return platform.records.get(heads, { repository: settings.fullName, number });
}

export async function saveHead(
  { platform, settings, isDryRun }: Context & Pick<HandlerContext, 'isDryRun'>,
  { number, headSha: sha, baseRef: base }: Pull,
  since: string,
): Promise<void> {
  if (isDryRun) return;
  const { records, clock } = platform;
  const key = { repository: settings.fullName, number };
  await records.put(heads, { ...key, sha, base, since, expires_at: expiryAt(clock.now()) });
}

/** Whether the code host has the commits and the base branch of the event that was processed last. */
export function isProcessed(head: Judged | undefined, pull: Pull): boolean {
  return head === undefined || (head.sha === pull.headSha && head.base === pull.baseRef);
}
