import type { Bridge } from '../configuration/repository-settings.ts';
import { putComment } from '#core/scm/comments.ts';
import type { HandlerContext } from '../pulls/context.ts';
import { withLink } from './links-comment.ts';
import { readReports } from './read-reports.ts';
import { sendReports } from './send-reports.ts';
import type { WorkflowRun } from '#core/scm/workflow-runs.ts';

/**
 * Sends the failed tests of a workflow run to the failure analysis, and links the result in the one
 * comment of the pull request. False: the run stored no reports with failures. Repeated: the same
 * analysis and the same line.
 */
export async function analyzeRun(
  context: HandlerContext,
  analysis: Bridge,
  { run, pulls, key }: { run: WorkflowRun; pulls: readonly number[]; key: string },
): Promise<boolean> {
  const { log, settings, scm } = context;
  let isAnalyzed = false;
  await log.step(`analyze-run-${run.id}`, async () => {
    const reports = await readReports(context, run);
    if (!reports) return { outcome: 'no reports with failures' };
    isAnalyzed = true;
    const { failures } = reports;
    if (context.isDryRun) return { outcome: `would analyze ${failures} failures` };
    const request = { xml: reports.xml, key: `${settings.fullName} ${key}`, run };
    const { id, link } = await sendReports(context, analysis, request);
    for (const number of pulls) {
      const place = { path: settings.path, number, key: 'analysis' };
      await putComment(scm, place, (earlier) => withLink(earlier, run, link, failures));
    }
    return { outcome: 'queued', job_id: id, result_url: link, failures };
  });
  return isAnalyzed;
}
