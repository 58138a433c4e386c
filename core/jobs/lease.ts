import { isWritten, untilWritten } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Stored } from '#core/platform/ports/records.ts';
import { keptUntil, leases } from './tables.ts';

type Needs = Pick<Platform, 'records' | 'clock'>;

export interface Lease {
  readonly fence: number;
  /** 1 in the first run. */
  readonly attempt: number;
  // Each gives false, and changes nothing, when another worker has taken over.
  /** Prolongs it. */
  extend(): Promise<boolean>;
  /** The work is done for good. */
  finish(): Promise<boolean>;
  /** The work is given up, until it is replayed. */
  giveUp(error: string): Promise<boolean>;
  /** The run failed; another may begin at once. */
  release(error: string): Promise<boolean>;
  /** The work goes on with another message, which has all attempts. */
  handOn(): Promise<boolean>;
  /** The run was interrupted by us: it counts for nothing. */
  handBack(): Promise<boolean>;
}

export type Claim =
  | { readonly outcome: 'claimed'; readonly lease: Lease }
  | { readonly outcome: 'done' }
  | { readonly outcome: 'dead'; readonly error: string; readonly attempts: number }
  | { readonly outcome: 'held'; readonly until: Date; readonly message: string };

export interface Work {
  readonly id: string;
  /** The id of the message that asks for it. */
  readonly message: string;
  readonly seconds: number;
  /** Runs that are allowed; beyond, the claim gives the work up. */
  readonly tries: number;
  /** Why it is given up, when no run has left an error. */
  readonly reason: string;
}

/** Claims the work. Of racing callers one gets it; an expired lease is taken over. */
export async function claim(needs: Needs, work: Work): Promise<Claim> {
  const { records, clock } = needs;
  const { id, message, seconds, tries } = work;
  return untilWritten(async () => {
    const now = clock.now();
    const lease = await records.get(leases, { id });
    const current = lease && claimOf(lease, now);
    if (current?.outcome === 'held' && lease && lease.expires_at > after(now, seconds)) {
      // It was taken while the clock was ahead. A worker that lives prolongs it.
      const expires_at = after(now, seconds);
      await records.update(leases, { id }, { expires_at }, { version: lease.version });
      return { ...current, until: new Date(expires_at) };
    }
    if (current) return current;
    const attempts = lease?.attempts ?? 0;
    const spent = attempts >= tries;
    const error = spent ? whyDead(work.reason, lease?.error) : (lease?.error ?? null);
    const row = {
      state: spent ? ('dead' as const) : ('running' as const),
      message,
      fence: (lease?.fence ?? 0) + 1,
      attempts: spent ? attempts : attempts + 1,
      error,
      expires_at: after(now, spent ? 0 : seconds),
    };
    if (!lease) await records.insert(leases, { id, ...row });
    else await records.update(leases, { id }, row, { version: lease.version });
    if (error !== null && spent) return { outcome: 'dead', error, attempts };
    return { outcome: 'claimed', lease: leaseOf(needs, work, row) };
  });
}

/** Allows work that was given up all its attempts again. Any other: nothing happens. */
export async function reopen({ records, clock }: Needs, id: string): Promise<void> {
  const expires_at = clock.now().toISOString();
  const open = { state: 'running' as const, attempts: 0, error: null, expires_at };
  await isWritten(records.update(leases, { id }, open, { state: 'dead' }));
}

/** Undefined: it is free. */
function claimOf(row: Stored<LeaseRow>, now: Date): Claim | undefined {
  const { state, error, attempts, expires_at, message } = row;
  if (state === 'done') return { outcome: 'done' };
  if (state === 'dead') return { outcome: 'dead', error: error ?? '', attempts };
  if (expires_at > now.toISOString()) {
    return { outcome: 'held', until: new Date(expires_at), message };
  }
  return undefined;
}

type LeaseRow = ReturnType<typeof leases.parse>;

function leaseOf(
  { records, clock }: Needs,
  { id, seconds }: Work,
  { fence, attempts }: Pick<LeaseRow, 'fence' | 'attempts'>,
): Lease {
  const write = (changes: Partial<LeaseRow>, expires = 0) => {
    const expires_at = after(clock.now(), expires);
    const mine = { fence, state: 'running' as const };
    return isWritten(records.update(leases, { id }, { ...changes, expires_at }, mine));
  };
  return {
    fence,
    attempt: attempts,
    extend: () => write({}, seconds),
    finish: () => write({ state: 'done', kept_until: keptUntil(clock.now()) }),
    giveUp: (error) => write({ state: 'dead', error }),
    release: (error) => write({ error }),
    handOn: () => write({ attempts: 0, error: null }),
    handBack: () => write({ attempts: attempts - 1 }),
  };
}

function whyDead(reason: string, earlier: string | null | undefined): string {
  return earlier ? `${reason}. An earlier try failed: ${earlier}` : reason;
}

function after(now: Date, seconds: number): string {
  return new Date(now.getTime() + seconds * 1000).toISOString();
}
