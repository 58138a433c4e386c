import type { Platform } from '#core/platform/ports/platform.ts';
import type { Stored } from '#core/platform/ports/records.ts';
import { readJob } from './read-job.ts';
import { isOpen, type Job } from '#core/analysis/base/tables/tables.ts';
import { jobFeed, jobProgress } from './job-progress.ts';

/** A process that dies after it ended the job has not published that. */
const lookMilliseconds = 5_000;

/** The job once it has ended, or as it is after so long. */
export async function waitForJob(
  needs: Pick<Platform, 'records' | 'feed' | 'clock'>,
  id: string,
  patienceMilliseconds = Number.POSITIVE_INFINITY,
): Promise<Stored<Job>> {
  const over = new AbortController();
  const { signal } = over;
  const published = untilPublished(needs, id, signal);
  // Awaited in the race; a rejection after its end must not end the process.
  published.catch(() => undefined);
  const until = needs.clock.now().getTime() + patienceMilliseconds;
  try {
    for (;;) {
      const left = until - needs.clock.now().getTime();
      const look = needs.clock.sleep(Math.min(lookMilliseconds, left), signal);
      await Promise.race([published, look]);
      const job = await readJob(needs, id);
      if (!isOpen(job) || needs.clock.now().getTime() >= until) return job;
    }
  } finally {
    over.abort();
  }
}

async function untilPublished(
  { feed }: Pick<Platform, 'feed'>,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  for await (const { body } of feed.subscribe(jobFeed(id), { signal })) {
    if (!isOpen(jobProgress.parse(JSON.parse(body)))) return;
  }
}
