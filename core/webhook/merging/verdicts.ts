import { dayMilliseconds } from '#core/platform/ports/clock.ts';
import * as z from 'zod/mini';
import { isWritten } from '#core/platform/failure.ts';
import { table } from '#core/platform/table.ts';
import { lowerAscii } from '#core/text/ascii.ts';
import type { RepositorySettings } from '../configuration/repository-settings.ts';
import type { HandlerContext } from '../pulls/context.ts';
import type { ReviewPrefix } from '../pulls/labels.ts';
import type { Pull } from '../pulls/pull.ts';

/** What people said about a commit. Labels only show it. */
export const verdicts = table({
  name: 'webhook_verdicts',
  version: 1,
  columns: z.object({
    repository: z.string(),
    number: z.int(),
    /** As its label, in lower case and not cut: `approved-ada`, `verified`. */
    verdict: z.string(),
    /** The commit that was judged, and the branch that it was to be merged into. */
    sha: z.string(),
    base: z.string(),
    /** When it was given; empty: unknown. */
    at: z.string(),
    expires_at: z.string(),
  }),
  key: ['repository', 'number', 'verdict'],
  expires: 'expires_at',
});

export type VerdictRow = ReturnType<typeof verdicts.parse>;

/** The newest commit and the base branch whose event was processed. */
export const heads = table({
  name: 'webhook_heads',
  version: 1,
  columns: z.object({
    repository: z.string(),
    number: z.int(),
    sha: z.string(),
    base: z.string(),
    /** When the code host got them; empty: they are those of the first event. */
    since: z.string(),
    expires_at: z.string(),
  }),
  key: ['repository', 'number'],
  expires: 'expires_at',
});

/** A pull request without an event for so long needs new verdicts. */
const expiryDays = 365;

interface Context {
  readonly platform: Pick<HandlerContext['platform'], 'clock' | 'records'>;
  readonly settings: Pick<RepositorySettings, 'fullName'>;
  readonly isDryRun: boolean;
}

type Reading = Omit<Context, 'isDryRun'>;
type Numbered = Pick<Pull, 'number'>;

function keyOf({ settings }: Reading, { number }: Numbered) {
  return { repository: settings.fullName, number };
}

function expiry({ platform }: Reading): string {
  const now = platform.clock.now().getTime();
  return new Date(now + expiryDays * dayMilliseconds).toISOString();
}

/** The commit that a person saw, and its base branch. */
export interface Judged {
  readonly sha: string;
  readonly base: string;
}

/** Verdicts without a person: everyone who may give them may take them back. */
export const verified = 'verified';
export const hold = 'hold';
/** Somebody looked at suspicious paths and committers. */
export const securityOverride = 'security-override';
/** With the login of somebody who may give the commands of helpers. */
export const allowedPrefix = 'allowed-';
/** With the id of a delivery that an outage stopped. */
export const waitingPrefix = 'waiting-';

/** The name of a person's verdict. It is not cut, as a label is. */
export function verdictName(prefix: ReviewPrefix, login: string): string {
  return lowerAscii(prefix + login);
}

/** Keeps a verdict in place of the earlier one of its name. Repeated: nothing changes. */
export async function saveVerdict(
  context: Context,
  pull: Numbered,
  verdict: string,
  { sha, base, at }: Judged & { readonly at: string },
): Promise<void> {
  if (context.isDryRun) return;
  const row = { ...keyOf(context, pull), verdict, sha, base, at, expires_at: expiry(context) };
  await context.platform.records.put(verdicts, row);
}

export async function withdrawVerdicts(
  context: Context,
  pull: Numbered,
  names: readonly string[],
): Promise<void> {
  if (context.isDryRun) return;
  for (const verdict of names) {
    await context.platform.records.delete(verdicts, { ...keyOf(context, pull), verdict });
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
  for (const { version, verdict, sha, base } of await listVerdicts(context, pull)) {
    const isApproval = verdict.startsWith('approved-') || verdict.startsWith('lgtm-');
    if (!isApproval || sha !== before || base !== pull.baseRef) continue;
    const key = { ...keyOf(context, pull), verdict };
    await isWritten(records.update(verdicts, key, { sha: pull.headSha }, { version }));
  }
}

/** More than a pull request can have people. */
const maxVerdicts = 10_000;

export async function listVerdicts(context: Reading, pull: Numbered) {
  const query = { where: keyOf(context, pull), limit: maxVerdicts };
  return (await context.platform.records.list(verdicts, query)).rows;
}

/** What the events that were processed say of a pull request. The code host may be ahead. */
export interface Head extends Judged {
  readonly since: string;
}

/** Undefined: no event of it was processed yet. */
export async function findHead(context: Reading, pull: Numbered): Promise<Head | undefined> {
  return context.platform.records.get(heads, keyOf(context, pull));
}

export async function saveHead(context: Context, pull: Pull, since: string): Promise<void> {
  if (context.isDryRun) return;
  const { headSha: sha, baseRef: base } = pull;
  const row = { ...keyOf(context, pull), sha, base, since, expires_at: expiry(context) };
  await context.platform.records.put(heads, row);
}

/** Whether the code host has the commits and the base branch of the event that was processed last. */
export function isProcessed(head: Judged | undefined, pull: Pull): boolean {
  return head === undefined || (head.sha === pull.headSha && head.base === pull.baseRef);
}
