import { analyzeRun } from '../../analysis/analyze-run.ts';
import { failedRuns } from '../../analysis/workflow-runs.ts';
import { quoteAll } from '../../shared/quote.ts';
import type { CommandAction } from '../command-call.ts';

/** Has the failed tests of the newest commit analyzed. */
export const analyze: CommandAction = async ({ context, pull, writtenAt }) => {
  const { analysis } = context.settings;
  if (!analysis) return 'no failure analysis is configured: `analysis` in config.yaml.';
  const runs = await failedRuns(context, pull.headSha);
  if (runs.length === 0) return 'the newest commit has no failed workflow run.';
  const empty: string[] = [];
  for (const run of runs) {
    // Asked for a second time it is another analysis.
    const key = `command ${writtenAt} ${run.id} ${run.run_attempt}`;
    const pulls = [pull.number];
    if (!(await analyzeRun(context, analysis, { run, pulls, key }))) empty.push(run.name);
  }
  if (empty.length < runs.length) return undefined;
  return `${quoteAll(empty)} stored no JUnit report with failures: upload the reports as an artifact of the run.`;
};
