import type { OpenDeliveryLog } from '#core/logs/writing/open-delivery-log.ts';
import { Failure, isFailure } from '#core/platform/failure.ts';
import type { RepositorySettings } from '../configuration/repository-settings.ts';
import { settingsOf } from '../configuration/settings-of.ts';
import { factsOf, type DeliveryFacts } from '../deliveries/facts.ts';
import type { DeliveryMessage } from '../deliveries/message.ts';
import { handlerOf } from '../handlers/event-handlers.ts';
import { scmFor } from '../scm-for.ts';
import { claimDelivery } from './claim-delivery.ts';
import { deliveryLogOf } from './delivery-log-of.ts';
import type { DeliveryRun, ProcessingNeeds } from './delivery-run.ts';
import { endDelivery } from './end-delivery.ts';
import { withFinishedSteps } from './finished-steps.ts';
import { payloadOf } from './payload-of.ts';

/** Runs of a delivery that an outage stops. */
export const mostAttempts = 3;

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
    ...{ id: message.id, event: message.event, repository: settings.fullName },
    ...{ action: facts.action, sender: facts.sender, prNumber: facts.pull?.number },
    ...{ receivedAt: message.received_at, payload, isRepeated },
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
  return isFailure(error, 'unavailable') && attempt < mostAttempts;
}
