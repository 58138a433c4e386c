import * as z from 'zod/mini';
import { analyzeRun } from '../bridges/analyze-run.ts';
import { isFailed, pullsOf, readRun } from '../bridges/workflow-runs.ts';
import type { EventHandler } from '../pulls/context.ts';
import { readPayload } from '../pulls/read-payload.ts';

const schema = z.object({
  workflow_run: z.object({ id: z.int(), conclusion: z.nullable(z.string()) }),
});

/** Has the failed tests of a workflow run analyzed. */
export const workflowRun: EventHandler = async (context) => {
  const { delivery, settings } = context;
  const { analysis } = settings;
  const { id, conclusion } = readPayload(delivery, schema).workflow_run;
  if (!analysis || delivery.action !== 'completed') return;
  if (conclusion !== 'failure' && conclusion !== 'timed_out') return;
  // A payload may be old: the run may have been started again.
  const run = await readRun(context, id);
  if (!isFailed(run)) return;
  const pulls = await pullsOf(context, run);
  await analyzeRun(context, analysis, { run, pulls, key: `run ${run.id} ${run.run_attempt}` });
};
