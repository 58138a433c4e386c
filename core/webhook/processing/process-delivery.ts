import type { DeliveryLog } from '#core/logs/writing/delivery-log.ts';
import type { OpenDeliveryLog } from '#core/logs/writing/open-delivery-log.ts';
import { Failure, isFailure } from '#core/platform/failure.ts';
import type { StepRecord } from '#core/platform/ports/logs.ts';
import type { RepositorySettings } from '../configuration/repository-settings.ts';
import { scmFor } from '../configuration/scm-for.ts';
import { settingsOf } from '../configuration/settings-of.ts';
import { type DeliveryFacts, factsOf, payloadOf } from '../deliveries/facts.ts';
import type { DeliveryMessage } from '../deliveries/message.ts';
import { handlerOf } from '../handlers/event-handlers.ts';
import { deliveryLogOf, type DeliveryRun, type ProcessingNeeds } from './delivery-log-of.ts';
import { claimDelivery, endDelivery, summariesOf } from './record-delivery.ts';

/** Runs of a delivery that an outage stops. */
export const maxAttempts = 3;

/**
 * Processes a delivery once, and records it whatever its outcome. Only an outage of a system that it
 * needs, or the end of this process, is thrown: the queue runs it again then.
 */
export async function processDelivery(needs: ProcessingNeeds, run: DeliveryRun): Promise<void> {
  const payload = payloadOf(run.message);
  const facts = factsOf(payload);
  const claimed = await claimDelivery(needs, run, facts);
  if (!claimed) return;
  const open = await deliveryLogOf(needs, run.message, facts);
  const handling = { ...run, ...claimed, payload, facts, open, calls: 0 };
  let failure: { readonly error: unknown } | undefined;
  try {
    await handle(needs, handling);
  } catch (error) {
    if (run.signal.aborted || mayPass(error, run)) {
      open.log.error('The delivery was interrupted and will be processed again', error);
      await open.flush();
      throw error;
    }
    failure = { error };
  }
  await endDelivery(needs, run, open, { ...failure, tokenSpend: handling.calls });
}

interface Handling extends DeliveryRun {
  readonly isRepeated: boolean;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly facts: DeliveryFacts;
  readonly open: OpenDeliveryLog;
  /** Requests to the code host so far. */
  calls: number;
}

async function handle(needs: ProcessingNeeds, handling: Handling): Promise<void> {
  const { message, payload, facts, open, signal, isRepeated } = handling;
  const log = isRepeated ? await withFinishedSteps(needs, message, open.log) : open.log;
  if (isRepeated) log.info('An earlier run of this delivery was interrupted or failed');
  const spend = (calls: number) => void (handling.calls += calls);
  const settings = await settingsOf(needs, message.repository, spend);
  assertSigned(message, settings);
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

/** An outage passes. A refusal of the code host, or an error in a handler, would only be repeated. */
function mayPass(error: unknown, { attempt }: Pick<DeliveryRun, 'attempt'>): boolean {
  return isFailure(error, 'unavailable') && attempt < maxAttempts;
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
