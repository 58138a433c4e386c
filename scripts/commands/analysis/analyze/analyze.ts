import { randomUUID } from 'node:crypto';
import type { QueuedJob } from '#core/analysis/jobs/job-queued.ts';
import type { JobProgress } from '#core/analysis/base/schema/result.ts';
import { usage } from '../../line/group.ts';
import { plain } from '../../line/plain.ts';
import { print } from '../../line/shell.ts';
import { textOf, type Context, type Run } from '../context.ts';
import { typedSettings } from '../profile/choose-server.ts';
import { part } from '../run-command.ts';
import { follow, progressText } from './follow.ts';
import { readInput } from './read-input.ts';
import { buildFields, sharedFields } from './request-fields.ts';

/** A build with two words or its options, else a file. */
export const analyze: Run = async (context, words) => {
  const { client, settings, options, shell } = context;
  const [first, second] = words;
  const number = second ?? textOf(options, 'build-number');
  const job = textOf(options, 'job-name') ?? (number === undefined ? undefined : first);
  if (job !== undefined) {
    if (!/^[1-9]\d{0,8}$/.test(number ?? '')) {
      throw usage(
        number === undefined
          ? 'Name the build by its number'
          : `${number} is not the number of a build`,
      );
    }
    const build = { job_name: job, build_number: Number(number) };
    const fields = { ...sharedFields(settings, options), ...buildFields(settings, options) };
    return started(context, { path: '/analyze', body: { ...build, ...fields } });
  }
  if (first === undefined) throw usage('Name a JUnit file, or a job and the number of a build');
  const input = await readInput(client, shell, first);
  return started(context, {
    path: '/analyze-failures',
    body: { ...input, ...sharedFields(settings, options) },
    // The request is repeated when its connection is lost; the service starts one analysis.
    headers: { prefer: 'respond-async', 'idempotency-key': randomUUID() },
    retries: 4,
  });
};

/** Only what was typed replaces a setting of the earlier analysis: not a profile. */
export const reAnalyze: Run = async (context, [job]) => {
  const body = sharedFields(typedSettings(context.options), context.options);
  return started(context, { path: `/re-analyze/${part(job)}`, body });
};

async function started(
  context: Context,
  request: Omit<Parameters<Context['client']['ask']>[0], 'method'>,
): Promise<number | void> {
  const { client, options, shell } = context;
  const queued = await client.ask<QueuedJob>({ method: 'POST', ...request });
  const job = plain(queued.job_id);
  if (options['no-wait'] !== true) return follow(context, job);
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
