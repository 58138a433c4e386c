import { dayMilliseconds } from '#core/platform/ports/clock.ts';
import { Failure, isFailure, isWritten } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Stored } from '#core/platform/ports/records.ts';
import type { FiledIssue, IssuePlace, NewIssue } from './places/issue-place.ts';
import { issues, type IssueRow } from '../base/tables/issue-table.ts';

type Needs = Pick<Platform, 'records' | 'clock' | 'home'>;
type Identity = Pick<
  IssueRow,
  'id' | 'job_id' | 'test_name' | 'child_job_name' | 'child_build_number'
>;

const lookMilliseconds = 200;
/** How long a row is kept whose issue was never filed, and one of feedback: the same text is a new
 * issue later. */
const lifetimes = { unfiled: 30 * dayMilliseconds, feedback: dayMilliseconds };

/** An issue without the mark that the identity gives. */
type Wanted = (mark: string) => Omit<NewIssue, 'mark'>;

/**
 * Files an issue once, however often and by how many it is asked for. A row is written before the
 * place is called; after an interruption the issue is looked up by its mark before it is filed again.
 */
export async function createOnce(
  needs: Needs,
  place: IssuePlace,
  identity: Identity,
  issueOf: Wanted,
): Promise<Stored<IssueRow>> {
  const { records, clock, home } = needs;
  const { id } = identity;
  const until = clock.now().getTime() + home.waitMilliseconds;
  for (;;) {
    const row = await records.get(issues, { id });
    if (row && row.url !== '') return row;
    const now = clock.now();
    if (!row || row.lease_until <= now.toISOString()) {
      const claimed = await claim(needs, place, identity, row);
      const issue = claimed && (await file(needs, place, claimed, issueOf, row !== undefined));
      if (issue) return issue;
    } else if (now.getTime() >= until) {
      const message = 'Another request is filing this issue. Try again in a minute.';
      throw new Failure('unavailable', 'issue_in_progress', message);
    } else {
      await clock.sleep(lookMilliseconds);
    }
  }
}

/** Undefined: another request was faster. */
async function claim(
  { records, clock }: Needs,
  { target, leaseMilliseconds }: IssuePlace,
  identity: Identity,
  row: Stored<IssueRow> | undefined,
): Promise<Stored<IssueRow> | undefined> {
  const now = clock.now();
  const after = (milliseconds: number) => new Date(now.getTime() + milliseconds).toISOString();
  const lease_until = after(leaseMilliseconds);
  try {
    if (row) {
      return await records.update(
        issues,
        { id: row.id },
        { lease_until },
        { version: row.version },
      );
    }
    const created_at = now.toISOString();
    const expires_at = after(identity.job_id === '' ? lifetimes.feedback : lifetimes.unfiled);
    return await records.insert(issues, {
      ...identity,
      target,
      created_at,
      lease_until,
      expires_at,
    });
  } catch (error) {
    if (isFailure(error, 'conflict') || isFailure(error, 'missing')) return undefined;
    throw error;
  }
}

/** Undefined: the lease was lost meanwhile. */
async function file(
  needs: Needs,
  place: IssuePlace,
  row: Stored<IssueRow>,
  issueOf: Wanted,
  wasTried: boolean,
): Promise<Stored<IssueRow> | undefined> {
  const mark = `lantern-${row.id.slice(0, 24)}`;
  const find = () => place.find(mark, new Date(row.created_at));
  let lease: Stored<IssueRow> | undefined = row;
  try {
    const earlier = wasTried ? await find() : undefined;
    if (earlier) return await keep(needs, row, earlier);
    // The search may have taken most of the lease.
    lease = wasTried ? await claim(needs, place, row, row) : row;
    if (!lease) return undefined;
    return await keep(needs, row, await place.create({ ...issueOf(mark), mark }));
  } catch (error) {
    if (!isFailure(error)) throw error;
    const issue = isFailure(error, 'upstream') ? await orNothing(find()) : undefined;
    if (issue) return keep(needs, row, issue);
    // What timed out may still be done: the lease keeps others waiting meanwhile.
    if (lease && error.code !== 'timed_out') {
      const lease_until = needs.clock.now().toISOString();
      const expect = { version: lease.version };
      await isWritten(needs.records.update(issues, { id: row.id }, { lease_until }, expect));
    }
    throw error;
  }
}

/** The issue of a job goes with the job, which may be gone by now. */
async function keep(
  { records }: Needs,
  row: Stored<IssueRow>,
  issue: FiledIssue,
): Promise<Stored<IssueRow>> {
  const changes = { ...issue, expires_at: row.job_id === '' ? row.expires_at : null };
  try {
    return await records.update(issues, { id: row.id }, changes);
  } catch (error) {
    if (isFailure(error, 'missing', 'no_row')) return { ...row, ...changes };
    throw error;
  }
}

async function orNothing<Value>(call: Promise<Value>): Promise<Value | undefined> {
  try {
    return await call;
  } catch (error) {
    if (isFailure(error)) return undefined;
    throw error;
  }
}
