import * as z from 'zod/mini';
import type { Caller } from '#core/identity/rules.ts';
import {
  classifications,
  type AnalysisDetail,
  type Classification,
  withClass,
} from '../base/schema/detail.ts';
import { readFixFile } from '../explain/fix-files.ts';
import { recordPerson } from '../base/identity.ts';
import { findTarget } from '../people/discussion/find-target.ts';
import { failuresOf, type PlacedFailure } from '../jobs/record-history.ts';
import { assertSteers, steers } from '../people/steering.ts';
import { memoryKey } from '../base/schema/stored-result.ts';
import { findOverride } from './find-override.ts';
import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Stored } from '#core/platform/ports/records.ts';
import { target } from '../base/schema/result.ts';
import { countOf, type Job } from '../base/tables/job-tables.ts';
import { failureHistory, signatureOverrides, type HistoryRow } from '../base/tables/tables.ts';
import { allRows } from '#core/platform/all-rows.ts';
import { changeJob, readCompleted, readJob } from '../jobs/read-job.ts';
import { overrideKey } from './overlay.ts';
import { readStoredResult } from '../jobs/read-stored-result.ts';

type Needs = Pick<Platform, 'records' | 'blobs' | 'clock' | 'environment'>;
type Target = Omit<z.output<typeof overrideBody>, 'classification' | 'reason'>;

const maxReasonLength = 500;

export const overrideBody = z.object({
  ...target,
  classification: z.enum(classifications),
  /** Why, for those who read it later. */
  reason: z._default(
    z
      .string()
      .check(z.maxLength(maxReasonLength, `must have at most ${maxReasonLength} characters`)),
    '',
  ),
});

/** A class, or that of the analysis again. */
interface Change {
  readonly classification: Classification | undefined;
  readonly reason: string;
}

/** The failures of one build with the same error. */
interface Changed {
  readonly key: string;
  readonly place: PlacedFailure;
  /** Those of the failures. */
  readonly signatures: readonly string[];
  /** What the analysis said of them. */
  readonly detail: AnalysisDetail;
  readonly failures: number;
}

/** Sets a person's class for all failures of a build that have the error of this one, and for later
 * analyses of the error. */
export async function overrideClassification(
  needs: Needs,
  caller: Pick<Caller, 'username' | 'userId'>,
  id: string,
  { classification, reason, ...place }: z.output<typeof overrideBody>,
): Promise<void> {
  return change(needs, caller, id, place, { classification, reason: reason.trim() });
}

/** The class of the analysis holds again for the failures, and later analyses ask a model again. */
export function undoCorrection(
  needs: Needs,
  caller: Pick<Caller, 'username' | 'userId'>,
  id: string,
  place: Target,
): Promise<void> {
  return change(needs, caller, id, place, { classification: undefined, reason: '' });
}

async function change(
  needs: Needs,
  caller: Pick<Caller, 'username' | 'userId'>,
  id: string,
  place: Target,
  to: Change,
): Promise<void> {
  const job = await readCompleted(needs, id);
  if (place.child_job_name !== '' && place.child_build_number === 0) {
    const message = 'child_build_number is required with child_job_name';
    throw new Failure('invalid', 'no_build_number', message);
  }
  const rows = await findTarget(needs, job, place);
  await recordPerson(needs, caller);
  for (const changed of await changedBy(needs, rows)) {
    await writeClass(needs, caller, id, changed, to);
    await applyClass(needs, caller, id, changed);
  }
}

/** A test that failed twice in a build may have two errors. */
async function changedBy(needs: Needs, rows: readonly Stored<HistoryRow>[]): Promise<Changed[]> {
  const stored = [...failuresOf(await readStoredResult(needs, rows[0]?.job_id ?? ''))];
  const keyOf = (each: PlacedFailure) => overrideKey(each, memoryKey(each.failure));
  const meant = rows.flatMap(({ position }) => stored[position] ?? []);
  const byKey = new Map(meant.map((place) => [keyOf(place), place]));
  return [...byKey].map(([key, place]) => {
    const same = stored.filter((each) => keyOf(each) === key);
    const signatures = [...new Set(same.map(({ failure }) => failure.error_signature))];
    const detail = place.failure.analysis;
    return { key, place, signatures, detail, failures: same.length };
  });
}

/** The job's row decides between racing writers; the counts of its classes change with it. */
async function writeClass(
  needs: Needs,
  { username }: Pick<Caller, 'username'>,
  id: string,
  { key, detail, failures }: Changed,
  { classification, reason }: Change,
): Promise<void> {
  const at = needs.clock.now().toISOString();
  await changeJob(needs, id, async (job) => {
    const before = countOf(job.overrides[key] ?? detail.classification);
    const after = countOf(classification ?? detail.classification);
    const { [key]: _class, ...overrides } = job.overrides;
    const { [key]: _correction, ...corrections } = job.corrections;
    const correction = { username, at, reason, before: detail.classification };
    return {
      overrides: classification === undefined ? overrides : { ...overrides, [key]: classification },
      corrections:
        classification === undefined ? corrections : { ...corrections, [key]: correction },
      ...(before !== after && {
        [before]: job[before] - failures,
        [after]: job[after] + failures,
      }),
    };
  });
}

/** Copies the job's class to the history and to later analyses. Of racing writers
 * the last to copy reads the class that won. */
async function applyClass(
  needs: Needs,
  caller: Pick<Caller, 'username'>,
  id: string,
  changed: Changed,
): Promise<void> {
  let copied: Classification | 'nothing' | undefined;
  for (;;) {
    const job = await readJob(needs, id);
    const own = job.overrides[changed.key];
    if ((own ?? 'nothing') === copied) return;
    const author = own === undefined ? caller : (job.corrections[changed.key] ?? caller);
    // Models are shown the history.
    if (steers(needs, author.username)) {
      await copyToHistory(needs, id, changed, own ?? changed.detail.classification);
    }
    if (own === undefined) await forgetOwn(needs, caller, id, changed);
    else await remember(needs, job, changed, own);
    copied = own ?? 'nothing';
  }
}

/** What another analysis gave to later ones stays. */
async function forgetOwn(
  needs: Needs,
  { username }: Pick<Caller, 'username'>,
  id: string,
  { place }: Changed,
): Promise<void> {
  const signature = memoryKey(place.failure);
  const isAllowed = signature !== '' && steers(needs, username);
  const row = isAllowed ? await needs.records.get(signatureOverrides, { signature }) : undefined;
  if (row?.job_id === id) await needs.records.delete(signatureOverrides, { signature });
}

async function copyToHistory(
  { records }: Needs,
  job_id: string,
  { place: { child_job_name, child_build_number }, signatures }: Changed,
  classification: Classification,
): Promise<void> {
  for (const error_signature of signatures) {
    const filter = { error_signature, child_job_name, child_build_number };
    for await (const rows of allRows({ records }, failureHistory, { where: { job_id }, filter })) {
      const writes = rows.map(({ position }) =>
        records.update(failureHistory, { job_id, position }, { classification }),
      );
      await Promise.all(writes);
    }
  }
}

async function remember(
  needs: Needs,
  { id: job_id, findings, corrections }: Job,
  { key, place, signatures, detail }: Changed,
  classification: Classification,
): Promise<void> {
  const signature = memoryKey(place.failure);
  const { username = '', reason = '' } = corrections[key] ?? {};
  // An older analysis of console output alone has nothing to find it by.
  if (signature === '' || !steers(needs, username)) return;
  const isOverridden = findings?.overrides_applied.some(
    (each) => each.signature === signature || signatures.includes(each.signature),
  );
  await needs.records.put(signatureOverrides, {
    signature,
    classification,
    detail: withClass(detail, classification),
    username,
    reason,
    job_id,
    updated_at: needs.clock.now().toISOString(),
    // A class that came from an earlier override keeps the file of that one.
    ...(!isOverridden && { file: await readFixFile(needs, job_id, detail) }),
  });
}

/** Later analyses ask a model again. */
export async function forgetOverride(
  needs: Pick<Platform, 'records' | 'blobs' | 'environment'>,
  caller: Pick<Caller, 'username'>,
  signature: string,
): Promise<void> {
  assertSteers(needs, caller);
  const override = await findOverride(needs, signature);
  const key = { signature: override?.signature ?? signature };
  if (override && (await needs.records.delete(signatureOverrides, key))) return;
  throw new Failure('missing', 'no_override', `Override '${signature}' not found`);
}
