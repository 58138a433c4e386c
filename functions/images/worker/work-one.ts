import { deliver } from '#core/host/deliver.ts';
import { environment } from '#core/platform/config.ts';
import { Failure } from '#core/platform/failure.ts';
import { platform as openPlatform } from '#core/home/platform.ts';
import { chosenJob, type Source } from './chosen-job.ts';
import { handedMessage } from './handed-message.ts';

/** Works the message off that the environment holds, and gives the exit status. */
export async function workOne(source?: Source): Promise<0 | 1> {
  const stopping = new AbortController();
  process.once('SIGTERM', () => stopping.abort());
  try {
    const given = environment();
    const message = handedMessage(given);
    const handler = await chosenJob(given, source);
    const platform = await openPlatform();
    const isDone = await deliver(message, { platform, handler, signal: stopping.signal });
    await platform.close();
    return isDone ? 0 : 1;
  } catch (error) {
    // Nobody answered for the message: it comes back when its visibility ends.
    process.stderr.write(`Error: ${error instanceof Failure ? error.message : String(error)}\n`);
    return 1;
  }
}
