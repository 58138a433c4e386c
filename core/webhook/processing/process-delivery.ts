import type { DeliveryLog } from '#core/logs/writing/delivery-log.ts';
import type { OpenDeliveryLog } from '#core/logs/writing/open-delivery-log.ts';
import { Failure, isFailure } from '#core/platform/failure.ts';
import type { StepRecord } from '#core/platform/ports/logs.ts';
import { isOutage } from '#core/scm/refusal.ts';
import type { RepositorySettings } from '../configuration/repository-settings.ts';
import { scmFor } from '../configuration/scm-for.ts';
import { settingsOf } from '../configuration/settings-of.ts';
import { type DeliveryFacts, factsOf, payloadOf } from '../deliveries/facts.ts';
import type { DeliveryMessage } from '../deliveries/message.ts';
import { recordRejection } from '../deliveries/rejections.ts';
import { handlerOf } from '../handlers/event-handlers.ts';
import { saveVerdict, waitingPrefix, withdrawVerdicts } from '../merging/verdicts.ts';
import { deliveryLogOf, type DeliveryRun, type ProcessingNeeds } from './delivery-log-of.ts';
import { claimDelivery, endDelivery, summariesOf } from './record-delivery.ts';

const pausesSeconds = [60, 300, 1_800, 7_200];

/** Runs of a delivery that an outage stops. */
export const maxAttempts = pausesSeconds.length + 1;

/**
 * Processes a delivery once, and records it whatever its outcome. Only an outage of a system that it
 * needs, or the end of this process, is thrown: the queue runs it again then. The later deliveries of
 * the pull request wait behind it, so that no old command undoes a new one.
 */
export async function processDelivery(needs: ProcessingNeeds, run: DeliveryRun): Promise<void> {
  const payload = payloadOf(run.message);
  const facts = factsOf(payload);
  const claimed = await claimDelivery(needs, run, facts);
  if (!claimed) return;
  const open = await deliveryLogOf(needs, run.message, facts);
  const handling = {
    ...run,
    ...claimed,
    payload,
    facts,
    open,
    calls: 0,
    outage: undefined as unknown,
  };
  let failure: { readonly error: unknown } | undefined;
  try {
    await handle(needs, handling);
  } catch (error) {
    if (run.signal.aborted) {
      open.log.error('The delivery was interrupted and will be processed again', error);
      await open.flush();
      throw error;
    }
    failure = { error };
    if (isOutage(error)) handling.outage = error;
  }
  const { outage } = handling;
  const pause = outage === undefined ? undefined : pauseAfter(outage, run);
  const retryAt =
    pause === undefined
      ? undefined
      : new Date(needs.clock.now().getTime() + pause * 1_000).toISOString();
  await setWaiting(needs, run.message, retryAt);
  const outcome = { ...failure, tokenSpend: handling.calls };
  await endDelivery(needs, run, open, outcome, retryAt ?? null);
  if (pause === undefined) return;
  const extra = { pauseSeconds: pause };
  throw new Failure('unavailable', 'outage', 'The delivery waits for the end of an outage', {
    extra,
  });
}

/** Undefined: it was the last attempt. A rate limit names its end. */
function pauseAfter(outage: unknown, { attempt }: Pick<DeliveryRun, 'attempt'>) {
  const pause = pausesSeconds[attempt - 1];
  const wait = isFailure(outage) ? outage.extra['waitSeconds'] : undefined;
  return pause === undefined || typeof wait !== 'number' ? pause : Math.max(1, wait);
}

interface Handling extends DeliveryRun {
  readonly isRepeated: boolean;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly facts: DeliveryFacts;
  readonly open: OpenDeliveryLog;
  /** Requests to the code host so far. */
  calls: number;
  /** Why a step has to be tried again. */
  outage: unknown;
}

async function handle(needs: ProcessingNeeds, handling: Handling): Promise<void> {
  const { message, payload, facts, open, signal, isRepeated } = handling;
  const steps = isRepeated ? await withFinishedSteps(needs, message, open.log) : open.log;
  const log = withOutages(steps, (outage) => (handling.outage = outage));
  if (isRepeated) log.info('An earlier run of this delivery was interrupted or failed');
  const spend = (calls: number) => void (handling.calls += calls);
  if (isRepeated) await setWaiting(needs, message, undefined);
  const settings = await settingsOf(needs, message.repository, spend);
  assertSigned(message, settings);
  if (settings.fileProblem !== undefined) {
    const { id, event, repository } = message;
    const rejection = { kind: 'repository file', event, id, address: '', repository } as const;
    await recordRejection(needs, { ...rejection, hookId: id }, settings.fileProblem);
  }
  open.setLevel(settings.logLevel);
  const handler = await handlerOf(message.event);
  if (!handler) return;
  const isDryRun = message.is_dry_run;
  const tell = (text: string) => log.info(text);
  const scm = scmFor(needs, settings, { signal, isDryRun, tell });
  const delivery = {
    id: message.id,
    event: message.event,
    action: facts.action,
    sender: facts.sender,
    receivedAt: message.received_at,
    payload,
    isRepeated,
  };
  try {
    await handler({ delivery, settings, scm, log, platform: needs, isDryRun, signal });
  } finally {
    handling.calls += scm.calls();
  }
}

/** The configuration may have changed since the delivery was received. A replay is a person's decision. */
function assertSigned(
  { origin, signature }: DeliveryMessage,
  { secrets }: RepositorySettings,
): void {
  if (origin !== 'hook' || signature === 'valid' || secrets.length === 0) return;
  const message = 'The delivery is not signed, and its repository has a secret by now';
  throw new Failure('forbidden', 'not_signed', message);
}

/** A handler goes on after a step that failed: which of them an outage stopped is seen here. */
function withOutages(log: DeliveryLog, tell: (outage: unknown) => void): DeliveryLog {
  const step: DeliveryLog['step'] = async (name, work) => {
    try {
      return await log.step(name, work);
    } catch (error) {
      if (isOutage(error)) tell(error);
      throw error;
    }
  };
  return { ...log, step };
}

/** Until it was processed, nobody knows what the delivery says about a merge. */
async function setWaiting(
  platform: ProcessingNeeds,
  { id, repository, pr_number: number, received_at: at }: DeliveryMessage,
  retryAt: string | undefined,
): Promise<void> {
  if (number === null) return;
  const context = { platform, settings: { fullName: repository }, isDryRun: false };
  const verdict = `${waitingPrefix}${id}`;
  if (retryAt === undefined) await withdrawVerdicts(context, { number }, [verdict]);
  else await saveVerdict(context, { number }, verdict, { sha: '', base: '', at });
}

/** The log of a delivery that is processed again: steps that an earlier run finished are recorded with
 * their details of then, and their work is not repeated. */
export async function withFinishedSteps(
  needs: Pick<ProcessingNeeds, 'logs'>,
  message: DeliveryMessage,
  log: DeliveryLog,
): Promise<DeliveryLog> {
  const earlier = await summariesOf(needs, message);
  const steps = earlier.flatMap(({ workflow_steps }) => Object.entries(workflow_steps));
  const finished = new Map(steps.filter(([, { status }]) => status === 'completed'));
  const counts = new Map<string, number>();
  const step: DeliveryLog['step'] = (name, work) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    const record = finished.get(count === 1 ? name : `${name} (${count})`);
    if (!record) return log.step(name, work);
    return log.step(name, async () => detailsOf(record) as Awaited<ReturnType<typeof work>>);
  };
  return { ...log, step };
}

function detailsOf(record: StepRecord): Record<string, unknown> {
  const { timestamp: _, status: _status, error: _error, duration_ms: _ms, ...details } = record;
  return details;
}

/** Records a delivery as failed whose every run was killed, or could not be recorded. */
export async function giveUpDelivery(
  needs: ProcessingNeeds,
  { message, work, error }: Pick<DeliveryRun, 'message' | 'work'> & { readonly error: string },
): Promise<void> {
  const facts = factsOf(payloadOf(message));
  // Not the first attempt: a row that has its end already keeps it.
  if (!(await claimDelivery(needs, { message, work, attempt: 2 }, facts))) return;
  const open = await deliveryLogOf(needs, message, facts);
  const [line = ''] = error.split('\n', 1);
  const failure = new Failure('unavailable', 'given_up', `Processing was given up: ${line}`);
  await endDelivery(needs, { message, work }, open, { error: failure, tokenSpend: 0 });
}
