import type { Caller } from '#core/identity/rules.ts';
import { isFailure, Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { reviewKey } from '../../people/discussion/review.ts';
import type { PlacedFailure } from '../../jobs/record-history.ts';
import { overlaid } from '../../results/overlay.ts';
import { readCompleted } from '../../jobs/read-job.ts';
import { readStoredResult } from '../../jobs/read-stored-result.ts';
import type { StoredResult } from '../../base/schema/stored-result.ts';
import { jobs, type Job } from '../../base/tables/job-tables.ts';
import { matchItems, type Matches, readPools } from './match-items.ts';
import {
  maxTogether,
  reportPortal,
  type DefectUpdate,
  type Locators,
  type Portal,
  type PortalAccess,
  type PortalItem,
} from './portal.ts';
import type { PushResult } from './push-result.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import { readCapabilities } from '../../base/configuration/capabilities.ts';
import { analysisSettings } from '../../base/settings.ts';
import { readUrl } from '#core/text/url.ts';

type Needs = Pick<Platform, 'records' | 'blobs' | 'fetch' | 'clock' | 'environment'>;

/** A request in the cloud ends after 30 seconds. */
const timeoutMilliseconds = 25_000;

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
  void needs.clock.sleep(timeoutMilliseconds, done.signal).then(() => late.abort());
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
    outcome.errors.push('This analysis has no build, so its launch cannot be found.');
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
  const unchanged: string[] = [];
  const without = new Set<string>();
  for (const [item, entry] of pairs) {
    const { classification } = entry.failure.analysis;
    const locator = locators.get(classification);
    if (locator === undefined) {
      outcome.unmatched.push(nameOf(entry));
      if (classification !== '') without.add(classification);
      continue;
    }
    const update = defectUpdate(pushing, item, entry, locator);
    if (update === 'same') outcome.pushed += 1;
    else if (update === 'kept') unchanged.push(nameOf(entry));
    else updates.push(update);
  }
  for (const each of without) {
    outcome.errors.push(`The project has no defect type for ${each}.`);
  }
  if (unchanged.length > 0) {
    outcome.errors.push(`Kept as a person classified them in the portal: ${unchanged.join(', ')}`);
  }
  for (let at = 0; at < updates.length; at += maxTogether) {
    const some = updates.slice(at, at + maxTogether);
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

const maxShown = 20;
const maxShownLength = 300;

/** For the page of the job. */
function shortened(
  { pushed, unmatched, errors, launch_id }: PushResult,
  { username }: Pick<Caller, 'username'>,
  at: string,
): Job['reports_push'] {
  const cut = (lines: readonly string[]) =>
    lines.slice(0, maxShown).map((line) => line.slice(0, maxShownLength));
  return {
    at,
    username,
    pushed,
    launch_id,
    errors: cut(errors),
    unmatched: { count: unmatched.length, names: cut(unmatched) },
  };
}

/** How to reach the portal, and the address of this service for its links. */
function portalAccess(
  environment: Environment,
): Omit<PortalAccess, 'signal'> & { readonly baseUrl: string } {
  if (!readCapabilities(environment).reports) {
    const message = 'The report portal is not enabled on this server';
    throw new Failure('forbidden', 'reports_disabled', message);
  }
  const server = analysisSettings(environment);
  const { REPORTS_URL, REPORTS_API_TOKEN, REPORTS_PROJECT, PUBLIC_BASE_URL } = server;
  const needed = { REPORTS_URL, REPORTS_API_TOKEN, REPORTS_PROJECT, PUBLIC_BASE_URL };
  const missing = Object.entries(needed).flatMap(([name, value]) => (value ? [] : [name]));
  if (missing.length > 0) {
    const message = `The report portal needs ${missing.join(', ')} to be set on the server`;
    throw new Failure('invalid', 'reports_configuration', message);
  }
  return {
    url: REPORTS_URL ?? '',
    token: REPORTS_API_TOKEN ?? '',
    project: REPORTS_PROJECT ?? '',
    verifyTls: server.REPORTS_VERIFY_SSL,
    baseUrl: PUBLIC_BASE_URL ?? '',
  };
}

interface Pushing {
  /** The address of the result. */
  readonly resultUrl: string;
  /** With which the addresses of all results begin. */
  readonly resultUrls: string;
  readonly trackerUrl: string | null;
}

/** The type of an item that is not investigated yet; the same in every project. */
const toInvestigate = 'ti001';

/** What an item of the portal becomes. `same`: it is so already. `kept`: a person has classified it in
 * the portal. */
function defectUpdate(
  { resultUrl, resultUrls, trackerUrl }: Pushing,
  { id, issue }: PortalItem,
  { failure }: PlacedFailure,
  issueType: string,
): DefectUpdate | 'same' | 'kept' {
  const earlier = issue?.comment ?? '';
  const isOurs = earlier.includes(resultUrls);
  const isOpen = !issue || issue.issueType === toInvestigate || issue.autoAnalyzed === true;
  if (!isOpen && !isOurs && issue.issueType !== issueType) return 'kept';
  const others = earlier.split('\n').filter((line) => !line.includes(resultUrls));
  const comment = [others.join('\n').trim(), `[Failure analysis](${resultUrl})`]
    .filter(Boolean)
    .join('\n\n');
  const linked = issue?.externalSystemIssues ?? [];
  const tickets = ticketsOf(failure, trackerUrl).filter(({ ticketId }) =>
    linked.every((each) => each.ticketId !== ticketId),
  );
  const isClassified = issue?.issueType === issueType && issue.autoAnalyzed !== true;
  if (isClassified && comment === earlier && tickets.length === 0) return 'same';
  return {
    testItemId: id,
    issue: {
      issueType,
      comment,
      autoAnalyzed: false,
      ignoreAnalyzer: issue?.ignoreAnalyzer ?? false,
      ...(tickets.length > 0 && { externalSystemIssues: [...linked, ...tickets] }),
    },
  };
}

/** The issues of the tracker that may be the bug. */
function ticketsOf({ analysis }: PlacedFailure['failure'], trackerUrl: string | null) {
  const { product_bug_report: report } = analysis;
  if (!report) return [];
  return report.tracker_matches.flatMap(({ key, url }) => {
    const origin = readUrl(url)?.origin;
    if (origin === undefined) return [];
    const btsProject = key.replace(/-\d+$/, '');
    return [{ ticketId: key, url, btsUrl: trackerUrl ?? origin, btsProject }];
  });
}
