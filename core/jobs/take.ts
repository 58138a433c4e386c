import type * as z from 'zod/mini';
import type { Platform } from '#core/platform/ports/platform.ts';
import { isFailure } from '#core/platform/failure.ts';
import { backoff } from './backoff.ts';
import { storeDeadLetter } from './dead-letter.ts';
import type { Again, JobDefinition } from './definition.ts';
import { errorText } from './error-text.ts';
import { heartbeat } from './heartbeat.ts';
import { claim, type Claim, type Lease } from './lease.ts';
import type { Delivery } from './read-message.ts';
import { replayBody, type ReadWork } from './read-work.ts';

interface Task extends Delivery {
  readonly definition: { readonly queue: string; readonly leaseSeconds: number };
  readonly read: { readonly id: string; readonly body: string };
}

interface Step<Schema extends z.ZodMiniType> extends Task {
  readonly definition: JobDefinition<Schema>;
  readonly read: ReadWork<z.output<Schema>>;
}

/** SQS's limit. */
const maxDelaySeconds = 900;
/** SQS hides a message for 12 hours at most; the run before took some of them. */
const maxPauseSeconds = 11 * 3_600;

const unanswered =
  'The worker ended without an answer at the last try: killed, out of memory or out of time';

/** How long a run may take to end once the host stops. */
const stopTimeoutMs = 3_000;

/** Runs the work of a message under a lease. True when the message has served. */
export async function take<Schema extends z.ZodMiniType>(step: Step<Schema>): Promise<boolean> {
  const { definition, message, read, platform, tries } = step;
  const problem = 'problem' in read ? read.problem : undefined;
  const [claimed] = await Promise.all([
    claim(platform, {
      id: read.id,
      message: message.id,
      seconds: definition.leaseSeconds,
      // A message that makes no sense does not improve by further attempts.
      tries: problem === undefined ? tries : 0,
      reason: problem ?? unanswered,
    }),
    hide(step),
  ]);
  if (claimed.outcome !== 'claimed') return settle(step, claimed);
  return 'value' in read && work(step, read.value, claimed.lease);
}

/** The queue's own time covers the longest run: without this a worker that is killed before its
 * first heartbeat would hide the message for 90 minutes on AWS. */
async function hide({ definition, message, platform }: Task): Promise<void> {
  const { queue, leaseSeconds } = definition;
  await platform.queue.extend(message, leaseSeconds).catch((error: unknown) => {
    const fields = { queue, id: message.id, error: String(error) };
    platform.log('WARNING', 'a message stays hidden', fields);
  });
}

async function settle<Schema extends z.ZodMiniType>(
  step: Step<Schema>,
  claimed: Exclude<Claim, { outcome: 'claimed' }>,
): Promise<boolean> {
  const { message, platform } = step;
  if (claimed.outcome === 'done') return true;
  if (claimed.outcome === 'dead') return giveUp(step, claimed.attempts, claimed.error);
  // The message that began the work stays until the work has ended: one of them is enough.
  if (claimed.message !== message.id) return true;
  const leaseSeconds = Math.ceil((claimed.until.getTime() - platform.clock.now().getTime()) / 1000);
  await platform.queue.release(message, Math.max(1, leaseSeconds));
  return false;
}

async function work<Schema extends z.ZodMiniType>(
  step: Step<Schema>,
  value: z.output<Schema>,
  lease: Lease,
): Promise<boolean> {
  const { definition, message, platform, stop } = step;
  const ended = new AbortController();
  const leaseLoss = new AbortController();
  const signals = { ended: ended.signal, lost: leaseLoss };
  const seconds = definition.leaseSeconds;
  const beating = heartbeat({ platform, message, lease, seconds, ...signals });
  const run = async () =>
    definition.run({
      platform,
      message: value,
      work: step.read.id,
      attempt: lease.attempt,
      fence: lease.fence,
      signal: AbortSignal.any(stop ? [leaseLoss.signal, stop] : [leaseLoss.signal]),
    });
  let failure: { readonly error: unknown } | undefined;
  let again: Again | void = undefined;
  try {
    again = await Promise.race([run(), overdue(platform, ended.signal, stop)]);
  } catch (error) {
    failure = { error };
  }
  ended.abort();
  await beating;
  if (failure) return fail(step, lease, failure.error);
  if (again) return comeAgain(step, lease, again);
  return (await lease.finish()) || leaveToOther(step);
}

/** Another message takes this one's place, since the queue counts deliveries. After the lease: a worker
 * that finds it held drops the other message. Should this process die in between, this one comes back. */
async function comeAgain(step: Task, lease: Lease, { againSeconds }: Again): Promise<boolean> {
  const { definition, read, platform } = step;
  if (!(await lease.handOn())) return leaveToOther(step);
  const delaySeconds = Math.min(maxDelaySeconds, againSeconds);
  await platform.queue.send(definition.queue, replayBody(read.id, read.body), { delaySeconds });
  return true;
}

async function fail<Schema extends z.ZodMiniType>(
  step: Step<Schema>,
  lease: Lease,
  failure: unknown,
): Promise<boolean> {
  const { message, platform, definition } = step;
  const { queue, maxAttempts } = definition;
  const { attempt } = lease;
  const error = errorText(failure);
  const isStopping = step.stop?.aborted ?? false;
  if (!isStopping && attempt >= maxAttempts) {
    // The state first: after a crash the next delivery writes the dead letter, and runs nothing.
    if (!(await lease.giveUp(error))) return leaveToOther(step);
    return giveUp(step, attempt, error);
  }
  const delay = isStopping ? 0 : (pauseOf(failure) ?? backoff(attempt, Math.random()));
  const fields = { queue, id: message.id, attempt, delay, error };
  platform.log('WARNING', 'job will be tried again', fields);
  const isFree = await (isStopping ? lease.handBack() : lease.release(error));
  if (!isFree) return leaveToOther(step);
  await platform.queue.release(message, delay);
  return false;
}

/** A failure that knows when it has passed says so in `pauseSeconds`. */
function pauseOf(failure: unknown): number | undefined {
  const pause = isFailure(failure) ? failure.extra['pauseSeconds'] : undefined;
  return typeof pause === 'number' ? Math.min(maxPauseSeconds, pause) : undefined;
}

async function giveUp<Schema extends z.ZodMiniType>(
  { definition, message, read, platform }: Step<Schema>,
  attempts: number,
  error: string,
): Promise<true> {
  const { queue } = definition;
  const { id, group = null } = message;
  platform.log('ERROR', 'job gave up', { queue, id, attempts, error });
  if ('value' in read) {
    await definition.givenUp?.({ platform, message: read.value, work: read.id, error });
  }
  await definition.died?.({ platform, queue, id, work: read.id, error });
  await storeDeadLetter(platform, {
    queue,
    id,
    group,
    work: read.id,
    body: read.body,
    attempts,
    error,
  });
  return true;
}

/** The message belongs to the new owner of the lease as well. */
function leaveToOther({ definition, message, platform }: Task): false {
  const fields = { queue: definition.queue, id: message.id };
  platform.log('WARNING', 'job ended after its lease was lost', fields);
  return false;
}

/** Rejects a moment after the host stops, so that a run that does not listen is left behind: its
 * process ends soon, and until then its fence is refused. */
function overdue({ clock }: Platform, ended: AbortSignal, stop?: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const wait = async () => {
      await clock.sleep(stopTimeoutMs, ended);
      reject(new Error('The host stopped, and the job did not end in time'));
    };
    if (stop?.aborted) void wait();
    else stop?.addEventListener('abort', () => void wait(), { once: true, signal: ended });
  });
}
