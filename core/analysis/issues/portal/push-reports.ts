import type { Caller } from '#core/identity/rules.ts';
import { isFailure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { reviewKey } from '#core/analysis/people/discussion/review-key.ts';
import type { PlacedFailure } from '#core/analysis/jobs/record-history.ts';
import { overlaid } from '#core/analysis/results/overlay.ts';
import { readCompleted } from '#core/analysis/jobs/read-job.ts';
import { readStoredResult } from '#core/analysis/jobs/read-stored-result.ts';
import type { StoredResult } from '#core/analysis/base/schema/stored-result.ts';
import { jobs, type Job } from '#core/analysis/base/tables/tables.ts';
import { defectUpdate, type Pushing } from './defect-update.ts';
import { matchItems, type Matches } from './match-items.ts';
import { portalAccess } from './portal-access.ts';
import {
  mostTogether,
  reportPortal,
  type DefectUpdate,
  type Locators,
  type Portal,
} from './portal.ts';
import type { PushResult } from './push-result.ts';
import { readPools } from './read-pools.ts';

type Needs = Pick<Platform, 'records' | 'blobs' | 'fetch' | 'clock' | 'environment'>;

/** A request in the cloud ends after 30 seconds. */
const patienceMilliseconds = 25_000;

/** Writes the classes of a job to the report portal. What goes wrong there is in `errors`. Repeated:
 * what has been written is not written again. */
export async function pushReports(
  needs: Needs,
  caller: Pick<Caller, 'username'>,
  id: string,
): Promise<PushResult> {
  const { baseUrl, ...access } = portalAccess(needs.environment);
  const job = await readCompleted(needs, id);
  const result = overlaid(await readStoredResult(needs, id), job.overrides);
  const outcome: PushResult = { pushed: 0, unmatched: [], errors: [], launch_id: null };
  const late = new AbortController();
  const done = new AbortController();
  void needs.clock.sleep(patienceMilliseconds, done.signal).then(() => late.abort());
  try {
    const portal = reportPortal(needs, { ...access, signal: late.signal });
    await push(portal, job, result, baseUrl, outcome);
  } catch (error) {
    if (!isFailure(error)) throw error;
    outcome.errors.push(
      error.code === 'aborted'
        ? 'The portal took longer than 25 seconds. Push again: what has been written is skipped.'
        : error.message,
    );
  } finally {
    done.abort();
  }
  outcome.unmatched = [...new Set(outcome.unmatched)];
  const at = needs.clock.now().toISOString();
  await needs.records.update(jobs, { id }, { reports_push: shortened(outcome, caller, at) });
  return outcome;
}

async function push(
  portal: Portal,
  job: Job,
  result: StoredResult,
  baseUrl: string,
  outcome: PushResult,
): Promise<void> {
  if (job.ci_url === '') {
    outcome.errors.push('This analysis has no build, by whose URL its launch could be found.');
    return;
  }
  const { launches, pools } = await readPools(portal, job.ci_url, result);
  outcome.launch_id = launches[0] ?? null;
  if (launches.length === 0) {
    outcome.errors.push(
      `No launch of the project names the build ${job.ci_url} in its description or an attribute.`,
    );
  }
  const locators: Locators = launches.length === 0 ? new Map() : await portal.locators();
  const resultUrls = `${baseUrl}/results/`;
  const { tracker_url: trackerUrl } = job.params;
  const pushing = { locators, resultUrls, resultUrl: `${resultUrls}${job.id}`, trackerUrl };
  for (const { items, failures } of pools) {
    const { pairs, unmatched } = matchItems(failures, items);
    outcome.unmatched.push(...unmatched.map(nameOf));
    await writeDefects(portal, pushing, pairs, outcome);
  }
}

async function writeDefects(
  portal: Portal,
  { locators, ...pushing }: Pushing & { readonly locators: Locators },
  pairs: Matches['pairs'],
  outcome: PushResult,
): Promise<void> {
  const updates: DefectUpdate[] = [];
  const kept: string[] = [];
  const without = new Set<string>();
  for (const [item, placed] of pairs) {
    const { classification } = placed.failure.analysis;
    const locator = locators.get(classification);
    if (locator === undefined) {
      outcome.unmatched.push(nameOf(placed));
      if (classification !== '') without.add(classification);
      continue;
    }
    const update = defectUpdate(pushing, item, placed, locator);
    if (update === 'same') outcome.pushed += 1;
    else if (update === 'kept') kept.push(nameOf(placed));
    else updates.push(update);
  }
  for (const each of without) {
    outcome.errors.push(`The project has no defect type for ${each}.`);
  }
  if (kept.length > 0) {
    outcome.errors.push(`Kept as a person classified them in the portal: ${kept.join(', ')}`);
  }
  for (let at = 0; at < updates.length; at += mostTogether) {
    const some = updates.slice(at, at + mostTogether);
    try {
      await portal.update(some);
      outcome.pushed += some.length;
    } catch (error) {
      // It may have refused one item, and takes the next ones.
      if (!isFailure(error, 'upstream', 'portal_refused')) throw error;
      outcome.errors.push(`${some.length} items were not written: ${error.message}`);
    }
  }
}

function nameOf({ failure, ...build }: PlacedFailure): string {
  return reviewKey({ ...build, test_name: failure.test_name });
}

const mostShown = 20;
const longestShown = 300;

/** For the page of the job. */
function shortened(
  { pushed, unmatched, errors, launch_id }: PushResult,
  { username }: Pick<Caller, 'username'>,
  at: string,
): Job['reports_push'] {
  const cut = (lines: readonly string[]) =>
    lines.slice(0, mostShown).map((line) => line.slice(0, longestShown));
  return {
    ...{ at, username, pushed, launch_id, errors: cut(errors) },
    unmatched: { count: unmatched.length, names: cut(unmatched) },
  };
}
