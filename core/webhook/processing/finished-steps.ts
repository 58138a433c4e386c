import type { DeliveryLog } from '#core/logs/writing/delivery-log.ts';
import type { StepRecord } from '#core/platform/ports/logs.ts';
import type { DeliveryMessage } from '../deliveries/message.ts';
import { summariesOf } from './end-delivery.ts';
import type { ProcessingNeeds } from './delivery-run.ts';

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
  const {
    timestamp: _,
    status: _status,
    error: _error,
    duration_ms: _duration,
    ...details
  } = record;
  return details;
}
