import type { Platform } from '#core/platform/ports/platform.ts';
import type { Stored } from '#core/platform/ports/records.ts';
import { jobProgress } from '../base/schema/result.ts';
import { jobFeed, readJob } from './read-job.ts';
import { isOpen, type Job } from '../base/tables/job-tables.ts';

/** A process that dies after it ended the job has not published that. */
const lookMilliseconds = 5_000;

/** The job once it has ended, or as it is after so long. */
export async function waitForJob(
  needs: Pick<Platform, 'records' | 'feed' | 'clock'>,
  id: string,
  timeoutMilliseconds = Number.POSITIVE_INFINITY,
): Promise<Stored<Job>> {
  const current = await readJob(needs, id);
  if (!isOpen(current)) return current;
  const over = new AbortController();
  const { signal } = over;
  const published = untilPublished(needs, id, signal);
  // Awaited in the race; a rejection after its end must not end the process.
  published.catch(() => undefined);
  const until = needs.clock.now().getTime() + timeoutMilliseconds;
  try {
    for (;;) {
      const remainingMs = until - needs.clock.now().getTime();
      const look = needs.clock.sleep(Math.min(lookMilliseconds, remainingMs), signal);
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
