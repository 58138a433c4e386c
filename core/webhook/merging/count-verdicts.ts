import * as z from 'zod/mini';
import { pullPath } from '#core/scm/pull-request.ts';
import { lowerAscii } from '#core/text/ascii.ts';
import type { HandlerContext } from '../pulls/context.ts';
import { isAutoVerified } from '../pulls/own-labels.ts';
import type { Pull } from '../pulls/pull.ts';
import {
  hold,
  listVerdicts,
  securityOverride,
  type VerdictRow,
  verified,
  waitingPrefix,
} from './verdicts.ts';

/** What people say about the newest commit. Logins are in lower case. */
export interface Verdicts {
  readonly approved: ReadonlySet<string>;
  readonly lgtm: ReadonlySet<string>;
  /** About any commit: an objection stands until its author approves, or the review is dismissed. */
  readonly objections: ReadonlySet<string>;
  readonly isVerified: boolean;
  /** Somebody looked at what is suspicious. */
  readonly isOverridden: boolean;
  /** Whatever the commit. */
  readonly isHeld: boolean;
  /** Events of it wait for the end of an outage. */
  readonly isWaiting: boolean;
}

interface Opinion {
  readonly state: string;
  readonly time: number;
}

const opinionStates = ['APPROVED', 'CHANGES_REQUESTED', 'DISMISSED'];
const review = z.object({
  state: z.string(),
  submitted_at: z.catch(z.string(), ''),
  // null: the account is deleted.
  user: z.nullable(z.object({ login: z.string() })),
});

type Context = Pick<HandlerContext, 'scm' | 'settings' | 'platform'>;

/** Counts the stored verdicts about exactly this commit and base branch. Reviews that the code host
 * has, whose events may be late or lost, take an approval back and object. */
export async function countVerdicts(context: Context, pull: Pull): Promise<Verdicts> {
  const [rows, opinions] = await Promise.all([
    listVerdicts(context, pull),
    readOpinions(context, pull),
  ]);
  const byName = new Map(rows.map((row) => [row.verdict, row]));
  const isCurrent = ({ sha, base }: VerdictRow) => sha === pull.headSha && base === pull.baseRef;
  const logins = new Set([
    ...opinions.keys(),
    ...rows.map(({ verdict }) => /^(?:approved|lgtm|changes-requested)-(.+)$/.exec(verdict)?.[1]),
  ]);
  const [approved, lgtm, objections] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const login of logins) {
    if (login === undefined) continue;
    const approval = byName.get(`approved-${login}`);
    const praise = byName.get(`lgtm-${login}`);
    const person = { approvals: [approval, praise], opinion: opinions.get(login) };
    const objection = byName.get(`changes-requested-${login}`);
    if (objects({ ...person, objection })) objections.add(login);
    const against = lastAgainst({ ...person, objection });
    const counts = (row: VerdictRow | undefined) =>
      row !== undefined &&
      isCurrent(row) &&
      (against === undefined || timeOf(row, 'low') > against);
    if (counts(approval)) approved.add(login);
    if (counts(praise)) lgtm.add(login);
  }
  const isWaiting = rows.some((row) => row.verdict.startsWith(waitingPrefix));
  const isCurrentOf = (name: string) => {
    const row = byName.get(name);
    return row !== undefined && isCurrent(row);
  };
  const isVerified = isAutoVerified(pull, context.settings) || isCurrentOf(verified);
  const isOverridden = isCurrentOf(securityOverride);
  const isHeld = byName.has(hold);
  return { approved, lgtm, objections, isVerified, isOverridden, isHeld, isWaiting };
}

interface Person {
  readonly approvals: readonly (VerdictRow | undefined)[];
  readonly objection: VerdictRow | undefined;
  readonly opinion: Opinion | undefined;
}

/** The author of an objection lifts it by any approval that is newer. */
function objects({ approvals, objection, opinion }: Person): boolean {
  const approvedAt = Math.max(...approvals.map((row) => (row ? timeOf(row, 'low') : -Infinity)));
  const isOnHost = opinion?.state === 'CHANGES_REQUESTED';
  if (isOnHost && approvedAt <= opinion.time) return true;
  if (!objection) return false;
  const objectedAt = timeOf(objection, 'high');
  const isLifted = opinion !== undefined && !isOnHost && opinion.time >= objectedAt;
  return !isLifted && approvedAt <= objectedAt;
}

/** When the person last objected, or had a review dismissed: approvals from before do not count. */
function lastAgainst({ objection, opinion }: Person): number | undefined {
  const times = [
    ...(objection ? [timeOf(objection, 'high')] : []),
    ...(opinion && opinion.state !== 'APPROVED' ? [opinion.time] : []),
  ];
  return times.length > 0 ? Math.max(...times) : undefined;
}

/** In doubt an approval is old, and an objection new. */
function timeOf({ at }: Pick<VerdictRow, 'at'>, doubt: 'low' | 'high'): number {
  const time = Date.parse(at);
  if (!Number.isNaN(time)) return time;
  return doubt === 'low' ? -Infinity : Infinity;
}

/** The last review of each person that is more than a comment. The host lists the oldest first. */
async function readOpinions({ scm }: Context, pull: Pull): Promise<Map<string, Opinion>> {
  const opinions = new Map<string, Opinion>();
  const path = `${pullPath(pull.name)}/reviews`;
  for (const { user, submitted_at: at, ...rest } of await scm.all(path, { shape: review })) {
    const state = rest.state.toUpperCase();
    if (!user || !opinionStates.includes(state)) continue;
    const time = timeOf({ at }, state === 'APPROVED' ? 'low' : 'high');
    opinions.set(lowerAscii(user.login), { state, time });
  }
  return opinions;
}
