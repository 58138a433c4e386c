import { isFailure } from '../platform/failure.ts';
import type { Platform } from '../platform/ports.ts';
import { leases } from './tables.ts';

type Needs = Pick<Platform, 'records' | 'clock'>;

export interface Lease {
  readonly fence: number;
  /** Prolongs it. False: somebody else holds it now, and this worker must stop. */
  extend(): Promise<boolean>;
  /** Marks the work as done for good. False: somebody else took over. */
  finish(): Promise<boolean>;
  /** Lets another worker begin at once. */
  release(): Promise<void>;
}

export type Claim =
  | { readonly outcome: 'claimed'; readonly lease: Lease }
  | { readonly outcome: 'done' }
  | { readonly outcome: 'held'; readonly until: Date };

/** Claims the work called `id`. Of racing callers one gets it; an expired lease is taken over. */
export async function claim(needs: Needs, id: string, seconds: number): Promise<Claim> {
  const { records, clock } = needs;
  for (;;) {
    const now = clock.now();
    const found = await records.get(leases, { id });
    if (found?.state === 'done') return { outcome: 'done' };
    if (found && found.expires_at > now.toISOString()) {
      return { outcome: 'held', until: new Date(found.expires_at) };
    }
    const fence = (found?.fence ?? 0) + 1;
    const expires_at = after(now, seconds);
    try {
      if (!found) await records.insert(leases, { id, state: 'running', fence, expires_at });
      else await records.update(leases, { id }, { fence, expires_at }, { version: found.version });
      return { outcome: 'claimed', lease: leaseOf(needs, id, fence, seconds) };
    } catch (error) {
      // Somebody was faster: look again who.
      if (!isFailure(error, 'conflict') && !isFailure(error, 'missing')) throw error;
    }
  }
}

function leaseOf({ records, clock }: Needs, id: string, fence: number, seconds: number): Lease {
  async function write(changes: { state?: 'done'; expires_at: string }): Promise<boolean> {
    try {
      await records.update(leases, { id }, changes, { fence, state: 'running' });
      return true;
    } catch (error) {
      if (isFailure(error, 'conflict') || isFailure(error, 'missing')) return false;
      throw error;
    }
  }
  return {
    fence,
    extend: () => write({ expires_at: after(clock.now(), seconds) }),
    finish: () => write({ state: 'done', expires_at: clock.now().toISOString() }),
    async release() {
      await write({ expires_at: clock.now().toISOString() });
    },
  };
}

function after(now: Date, seconds: number): string {
  return new Date(now.getTime() + seconds * 1000).toISOString();
}
