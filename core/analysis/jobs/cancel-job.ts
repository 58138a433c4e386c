import { Failure } from '#core/platform/failure.ts';
import type { Caller } from '#core/identity/rules.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { readJob } from './read-job.ts';
import { failJob } from './fail-job.ts';

/** Ends an open job: its row says so at once, and the steps at work end the models that they asked
 * within a second. */
export async function cancelJob(
  needs: Pick<Platform, 'records' | 'feed' | 'clock'>,
  { username }: Pick<Caller, 'username'>,
  id: string,
): Promise<{ cancelled: string }> {
  await readJob(needs, id);
  const message = `Analysis cancelled by ${username === '' ? 'an anonymous user' : username}`;
  if (await failJob(needs, id, message)) return { cancelled: id };
  const { status } = await readJob(needs, id);
  throw new Failure('conflict', 'job_over', `Job ${id} is already ${status}`);
}
