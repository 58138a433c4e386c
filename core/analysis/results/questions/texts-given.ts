import type { Platform } from '#core/platform/ports/platform.ts';
import { consoleKey, readConsoles } from '../../jobs/steps/store-consoles.ts';
import type { Subject } from '../read-subject.ts';

/** What is known of a failure after its analysis: its error, its stack trace with what the test printed,
 * and the console output if the analysis is about it or quotes it. */
export async function textsGiven(
  needs: Pick<Platform, 'blobs'>,
  { job, failure, trace, ...scope }: Subject,
) {
  const consoles = await readConsoles(needs, job.id);
  return {
    error: failure.error,
    stack: [trace.stack, trace.output].filter((text) => text.trim() !== '').join('\n\n'),
    console: consoles[consoleKey(scope)] ?? '',
  };
}
