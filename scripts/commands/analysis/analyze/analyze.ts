import { randomUUID } from 'node:crypto';
import type { QueuedJob } from '#core/analysis/jobs/job-queued.ts';
import type { JobProgress } from '#core/analysis/base/schema/result.ts';
import { usage } from '../../line/group.ts';
import { plain } from '../../line/plain.ts';
import { print } from '../../line/shell.ts';
import { textOf, type Context, type Run } from '../context.ts';
import { typedSettings } from '../profile/choose-server.ts';
import { targetOf } from '../discussion.ts';
import { part } from '../run-command.ts';
import { pullToComment } from './comment.ts';
import { findReports, isFile } from './find-reports.ts';
import { follow, progressText } from './follow.ts';
import { judge } from './gate.ts';
import { readInput } from './read-input.ts';
import { buildFields, sharedFields } from './request-fields.ts';
import { runFields } from './run-fields.ts';

const buildNumber = /^[1-9]\d{0,8}$/;

/** A build: its job and number as words or as options. Else files, folders and patterns. */
export const analyze: Run = async (context, words) => {
  const { client, settings, options, shell } = context;
  const { 'fail-on': gate, summary, comment } = options;
  if (options['no-wait'] === true && (gate ?? summary ?? comment) !== undefined) {
    throw usage('--fail-on, --summary and --comment need the result: leave --no-wait out');
  }
  // What is wrong with it is said before the analysis.
  if (typeof comment === 'string') pullToComment(comment, shell.variables);
  const build = await buildOf(words, options);
  if (build) {
    const fields = { ...sharedFields(settings, options), ...buildFields(settings, options) };
    return started(context, { path: '/analyze', body: { ...build, ...fields } });
  }
  const fields = { ...runFields(shell.variables, options), ...sharedFields(settings, options) };
  const input = await readInput(client, shell, await findReports(words));
  return started(context, {
    path: '/analyze-failures',
    body: { ...fields, ...input },
    // The request is repeated when its connection is lost; the service starts one analysis.
    headers: { prefer: 'respond-async', 'idempotency-key': randomUUID() },
    retries: 4,
  });
};

async function buildOf(words: readonly string[], options: Context['options']) {
  const [first, second] = words;
  const job = textOf(options, 'job-name');
  const number = textOf(options, 'build-number');
  const areFiles = (await Promise.all(words.map(isFile))).includes(true);
  if (job === undefined && number === undefined) {
    const isBuild = words.length === 2 && buildNumber.test(second ?? '') && !areFiles;
    return isBuild ? { job_name: first, build_number: Number(second) } : undefined;
  }
  const rest = [...words];
  const job_name = job ?? rest.shift();
  const build_number = number ?? rest.shift();
  if (areFiles || rest.length > 0) {
    throw usage(
      '--job-name and --build-number select a build on the build server: leave them out to analyze files',
    );
  }
  if (build_number === undefined) throw usage('Give the number of the build');
  if (job_name === undefined) throw usage('Give the job of the build');
  if (buildNumber.test(build_number)) return { job_name, build_number: Number(build_number) };
  throw usage(`${build_number} is not a build number`);
}

/** Only what was typed replaces a setting of the earlier analysis: not a profile. */
export const reAnalyze: Run = async (context, [job]) => {
  const body = sharedFields(typedSettings(context.options), context.options);
  return started(context, { path: `/re-analyze/${part(job)}`, body });
};

export const analyzeOne: Run = async (context, [job, test, hint = '']) => {
  const body = { ...targetOf(context, test), hint };
  return started(context, { path: `/results/${part(job)}/analyze-failure`, body });
};

async function started(
  context: Context,
  request: Omit<Parameters<Context['client']['ask']>[0], 'method'>,
): Promise<number | void> {
  const { client, options, shell } = context;
  const queued = await client.ask<QueuedJob>({ method: 'POST', ...request });
  const job = plain(queued.job_id);
  if (options['no-wait'] !== true) return follow(context, job, judge);
  const text = `Started ${job}. Follow it: lantern status ${job} --wait`;
  print(shell, { json: options['json'] === true }, queued, text);
}

/** Exit status 1: the analysis failed. */
export const status: Run = async (context, [job = '']) => {
  const { client, options, shell } = context;
  if (options['wait'] === true) return follow(context, job);
  const progress = await client.ask<JobProgress>({ path: `/results/${part(job)}/progress` });
  const text = `${progress.status}  ${progressText(progress)}`;
  print(shell, { json: options['json'] === true }, progress, text);
  return progress.status === 'failed' ? 1 : 0;
};
