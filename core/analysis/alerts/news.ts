import type { Platform } from '#core/platform/ports/platform.ts';
import type { Stepped } from '#core/runs/step.ts';
import { count } from '#core/text/count.ts';
import { maskSecrets } from '#core/text/mask.ts';
import { secretsOf } from '#core/text/secrets-of.ts';
import { alertKey, type AlertMessage, type Delivery } from '../base/alert-messages.ts';
import { sendDeliveries } from '../base/raise-alert.ts';
import { isOpen, jobs, type Digest, type Job } from '../base/tables/job-tables.ts';
import { channelsOf } from './news-readers.ts';

type Needs = Parameters<typeof channelsOf>[0] & Pick<Platform, 'queue'>;

/** Tells the channels of a job's team, labels and owners that a run has new failures; `default` is told of
 * jobs that no other channel is for. */
export async function spreadNews(
  needs: Needs,
  message: Extract<AlertMessage, { kind: 'news' }>,
): Promise<Stepped> {
  const { job_id } = message;
  const job = await needs.records.get(jobs, { id: job_id });
  // The message is queued before the job is ended, so that neither is lost with the process.
  if (job && isOpen(job)) return { againSeconds: 2 };
  if (job?.status !== 'completed' || !job.digest) return;
  const channels = await channelsOf(needs, job, { isDaily: false });
  const top_error = maskSecrets(job.digest.top_error, secretsOf(needs.environment));
  const facts = { ...job, digest: { ...job.digest, top_error } };
  await sendDeliveries(
    needs,
    channels.map(({ name }): Delivery => ({
      kind: 'delivery',
      of: alertKey(message),
      channel: 'news',
      device: name,
      title: titleOf(facts).replace(/\s+/g, ' '),
      text: textOf(facts),
      json: JSON.stringify(bodyOf(facts)),
      path: `/results/${job_id}`,
    })),
  );
}

type Facts = Pick<Job, 'id' | 'job_name' | 'build_number' | 'failure_count' | 'source'> & {
  readonly digest: Digest;
};

function titleOf({ job_name, build_number, digest }: Facts): string {
  const name = build_number === 0 ? job_name : `${job_name} #${build_number}`;
  const kind = digest.compared_with === null ? 'failure' : 'new failure';
  return `${name}: ${count(digest.new, kind)}`;
}

function textOf({ digest }: Facts): string {
  const { still_failing, fixed, top_error } = digest;
  const more = [
    still_failing > 0 && `${still_failing} still failing`,
    fixed > 0 && `${fixed} fixed`,
    top_error !== '' && `most frequent error: ${top_error}`,
  ];
  return more.filter((part) => part !== false).join(', ');
}

function bodyOf({ id: job_id, job_name, build_number, failure_count, source, digest }: Facts) {
  const { still_failing, fixed, top_error } = digest;
  return {
    job_id,
    job_name,
    build_number,
    branch: source?.branch ?? null,
    commit: source?.commit ?? null,
    failures: failure_count,
    new: digest.new,
    still_failing,
    fixed,
    top_error,
  };
}
