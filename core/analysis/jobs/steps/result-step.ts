import type { Platform } from '#core/platform/ports/platform.ts';
import type { Stored } from '#core/platform/ports/records.ts';
import { finishStep } from '#core/runs/finish-step.ts';
import type { Stepped, StepRun } from '#core/runs/step.ts';
import { jobSecrets } from '../../explain/prompts/subject.ts';
import { storeFixFiles } from '../../explain/fix-files.ts';
import { findingsOf } from '../../explain/group-outcome.ts';
import { assembleBuilds, assemble, traceList, type Assembled, type Traces } from './assemble.ts';
import { failuresOf, recordCalls, recordHistory } from '../record-history.ts';
import { readInput } from '../../intake/input/input-failure.ts';
import { enrichedXml, resultFile } from '../../base/job-files.ts';
import { countOf, noCounts, type Job, type JobGroup } from '../../base/tables/job-tables.ts';
import { packResult, type StoredResult } from '../../base/schema/stored-result.ts';
import { newsChannels } from '../../base/news-channels.ts';
import { sendNews } from '../../base/raise-alert.ts';
import { analysisRun } from '../analysis-run.ts';
import { appendProgress } from '../read-job.ts';
import { reportPhase } from '../report-phase.ts';
import { enrichedParts } from './enriched-parts.ts';
import { storeConsoles } from './store-consoles.ts';

type Needs = Pick<
  Platform,
  | ('records' | 'queue' | 'feed' | 'blobs' | 'clock' | 'log' | 'trees' | 'ai')
  | ('environment' | 'secrets' | 'fetch')
>;

/** Gives product bugs the issues of the tracker that may be the same; notes: what could not be
 * looked for. */
type AddMatches = (
  job: Job,
  groups: readonly Stored<JobGroup>[],
  signal: AbortSignal,
) => Promise<{ readonly groups: readonly Stored<JobGroup>[]; readonly notes: readonly string[] }>;

/** The last step: stores the result and ends the job. */
export function resultStep(needs: Needs, run: StepRun, addMatches: AddMatches): Promise<Stepped> {
  return finishStep(needs, analysisRun, run, async ({ held, items, step, confirm }) => {
    const job = held.row();
    const { groups, notes } = await addMatches(job, items, step.signal);
    const traces = traceList(await jobSecrets(needs, job));
    const assembled = job.kind === 'build' ? assembleBuilds : assembleDirect;
    const [{ result, summary, places }] = await Promise.all([
      assembled(needs, job, groups, traces),
      reportPhase(needs, job.id, 'saving'),
    ]);
    // Runs without a name are not compared.
    const { digest, passes } =
      job.job_name === ''
        ? { digest: null, passes: [] }
        : await (await import('../compare/compare-run.ts')).compareRun(needs, job, result);
    await confirm();
    await Promise.all([
      needs.blobs.put(resultFile(job.id), packResult(result)),
      storeFixFiles(needs, job.id, groups),
      job.kind === 'build' && storeConsoles(needs, job, groups),
      job.has_xml &&
        needs.blobs.put(
          enrichedXml(job.id),
          encoded(enrichedParts(needs, job, { failures: result.failures, places })),
        ),
      recordHistory(needs, job, result, passes),
      recordCalls(needs, groups),
    ]);
    const hasNews = digest !== null && digest.new > 0 && job.repeats === null;
    if (hasNews && newsChannels(needs.environment).length > 0) await sendNews(needs, job.id);
    await held.end({
      status: 'completed',
      completed_at: needs.clock.now().toISOString(),
      summary,
      digest,
      findings: findingsOf(groups, [...(job.findings?.notes ?? []), ...notes]),
      // A lane that died after its last group has not counted it.
      done_groups: groups.length,
      ...countsOf(job, result),
    });
    await appendProgress(needs, held.row());
  });
}

async function* encoded(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const text of texts) yield Buffer.from(text);
}

async function assembleDirect(needs: Needs, job: Job, groups: readonly JobGroup[], traces: Traces) {
  const assembled = await assemble(readInput(needs, job.id), job, groups, traces);
  const { failures, places } = assembled;
  const summary = summaryOf(job, assembled);
  return { result: { failures, child_job_analyses: [], traces: traces.all }, places, summary };
}

function summaryOf({ has_xml }: Job, { failures, uniqueErrors, analyzed }: Assembled): string {
  const count = failures.length;
  if (count > 0) {
    return `Analyzed ${count} test failures (${uniqueErrors} unique errors). ${analyzed} analyzed successfully.`;
  }
  return has_xml ? 'No test failures found in the provided XML.' : 'No test failures to analyze.';
}

function countsOf({ kind }: Job, result: StoredResult): Partial<Job> {
  const counts = noCounts();
  let failure_count = 0;
  for (const { failure } of failuresOf(result)) {
    counts[countOf(failure.analysis.classification)] += 1;
    failure_count += 1;
  }
  const child_job_count = kind === 'build' ? result.child_job_analyses.length : null;
  return { ...counts, failure_count, child_job_count };
}
