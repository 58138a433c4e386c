import { setTimeout as pause } from 'node:timers/promises';
import type { JobProgress } from '#core/analysis/base/schema/result.ts';
import type { ResultEnvelope } from '#core/analysis/base/schema/views.ts';
import { Failure } from '#core/platform/failure.ts';
import { duration } from '#core/web/duration.ts';
import { plain } from '../../line/plain.ts';
import { progressBar } from '../../line/progress-bar.ts';
import { print } from '../../line/shell.ts';
import type { Context } from '../context.ts';
import { resultText } from '../result-text.ts';
import { part } from '../run-command.ts';

/** Lost connections in a row: a service that restarts continues with the analysis. */
const maxRetries = 6;
const maxPauseMs = 3_000;

/** Shows an analysis until it ends, then its result. Exit status 1: it failed; of a completed one `judge`
 * says it. */
export async function follow(
  context: Context,
  job: string,
  judge: (context: Context, envelope: ResultEnvelope) => Promise<number> = async () => 0,
): Promise<number> {
  const { client, options, shell } = context;
  const bar = progressBar(shell.stderr, shell);
  const began = Date.now();
  const leave = () => void interrupted(context, job, bar);
  process.once('SIGINT', leave);
  try {
    for (let wait = 250; ; wait = Math.min(wait * 1.3, maxPauseMs)) {
      const progress = await client.ask<JobProgress>({
        path: `/results/${part(job)}/progress`,
        retries: maxRetries,
      });
      if (progress.status === 'completed' || progress.status === 'failed') break;
      bar.show(shareOf(progress), progressText(progress), duration((Date.now() - began) / 1_000));
      await pause(wait);
    }
  } finally {
    bar.end();
    process.off('SIGINT', leave);
  }
  const envelope = await client.ask<ResultEnvelope>({ path: `/results/${part(job)}` });
  const { status, result } = envelope;
  const json = options['json'] === true;
  print(shell, { json }, envelope, resultText(envelope, context));
  if (status === 'completed') return judge(context, envelope);
  throw new Failure('unavailable', 'failed', plain(result.error ?? `The analysis ${job} failed`));
}

async function interrupted(context: Context, job: string, bar: { end(): void }): Promise<void> {
  const { client, options, shell } = context;
  bar.end();
  // A second Ctrl-C ends the program at once.
  let text = `The analysis continues. Follow it: lantern status ${job} --wait. End it: lantern cancel ${job}`;
  if (options['cancel-on-interrupt'] === true) {
    const path = `/results/${part(job)}/cancel`;
    const done = client.ask({ method: 'POST', path, body: {} });
    text = await done.then(
      () => `Cancelled ${job}`,
      (error: Error) => error.message,
    );
  }
  shell.stderr.write(`${text}\n`);
  process.exit(130);
}

function shareOf({ groups, done_groups }: JobProgress): number {
  return groups === 0 ? 0 : done_groups / groups;
}

const phases: Readonly<Record<string, string>> = {
  waiting_for_ci: 'Waiting for the build',
  analyzing: 'Reading the failures',
  analyzing_child_jobs: 'Reading child jobs',
  analyzing_failures: 'Analyzing',
  enriching_tracker: 'Looking for similar issues',
  saving: 'Saving',
};

export function progressText({ status, phase, groups, done_groups }: JobProgress): string {
  const [, round] = /^(?:peer_review|orchestrator_revising)_round_(\d+)$/.exec(phase ?? '') ?? [];
  const words = round === undefined ? phases[phase ?? ''] : `Reviewing, round ${round}`;
  const text = words ?? (phase === null ? `The analysis is ${status}` : plain(phase));
  return groups === 0 ? text : `${text}: ${done_groups} of ${groups} groups`;
}
