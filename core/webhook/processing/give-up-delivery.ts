import { Failure } from '#core/platform/failure.ts';
import { factsOf } from '../deliveries/facts.ts';
import type { DeliveryMessage } from '../deliveries/message.ts';
import { claimDelivery } from './claim-delivery.ts';
import { deliveryLogOf } from './delivery-log-of.ts';
import type { DeliveryRun, ProcessingNeeds } from './delivery-run.ts';
import { endDelivery } from './end-delivery.ts';
import { payloadOf } from './payload-of.ts';

interface GivenUp extends Pick<DeliveryRun, 'work'> {
  readonly message: DeliveryMessage;
  readonly error: string;
}

/** Records a delivery as failed whose every run was killed, or could not be recorded. */
export async function giveUpDelivery(needs: ProcessingNeeds, given: GivenUp): Promise<void> {
  const { message, work, error } = given;
  const facts = factsOf(payloadOf(message));
  // Not the first attempt: a row that has its end already keeps it.
  if (!(await claimDelivery(needs, { message, work, attempt: 2 }, facts))) return;
  const open = await deliveryLogOf(needs, message, facts);
  const [line = ''] = error.split('\n', 1);
  const failure = new Failure('unavailable', 'given_up', `Processing was given up: ${line}`);
  await endDelivery(needs, { message, work }, open, { error: failure, tokenSpend: 0 });
}
