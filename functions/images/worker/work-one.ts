import { deliverOne } from '#core/host/queues/deliver.ts';
import { environment } from '#core/platform/config.ts';
import { Failure } from '#core/platform/failure.ts';
import { chosenJob, type Source } from './chosen-job.ts';
import { handedMessage } from './handed-message.ts';

/** Runs the job for the message in the environment; returns the exit status. */
export async function workOne(source?: Source): Promise<0 | 1> {
  const stopping = new AbortController();
  process.once('SIGTERM', () => stopping.abort());
  try {
    const variables = environment();
    const message = handedMessage(variables);
    const handler = await chosenJob(variables, source);
    return (await deliverOne(message, { handler, signal: stopping.signal })) ? 0 : 1;
  } catch (error) {
    // Not acknowledged: the message returns when its visibility timeout ends.
    process.stderr.write(`Error: ${error instanceof Failure ? error.message : String(error)}\n`);
    return 1;
  }
}
