import { describe } from 'vitest';
import type { QueueDefinition } from '#core/platform/ports/queue.ts';
import type { JobWorld } from '#test/support/jobs/job-world.ts';
import { deadLetterCases } from './jobs/dead-letters.ts';
import { leaseCases } from './jobs/leases.ts';
import { messageCases } from './jobs/messages.ts';
import { orderedJobCases } from './jobs/ordered.ts';
import { retryCases } from './jobs/retries.ts';
import { unansweredCases } from './jobs/unanswered.ts';

/** Opens the given queues, each with its `<name>-dead`, over empty records. */
export type OpenJobs = (queues: readonly QueueDefinition[]) => Promise<JobWorld>;

/** What job() does with messages, on every home. */
export function jobsContract(name: string, open: OpenJobs) {
  // Nothing comes back by itself during a test on real time.
  const world = () => open([{ name: 'work', visibilitySeconds: 60, maxAttempts: 16 }]);
  const few = () => open([{ name: 'work', visibilitySeconds: 60, maxAttempts: 1 }]);
  const line = () =>
    open([{ name: 'line', visibilitySeconds: 60, maxAttempts: 16, ordered: true }]);
  describe(`jobs on ${name}`, () => {
    describe('messages', () => messageCases(world));
    describe('leases', () => leaseCases(world));
    describe('retries', () => retryCases(world));
    describe('dead letters', () => deadLetterCases(world));
    describe('unanswered messages', () => unansweredCases(few));
    describe('ordered queues', () => orderedJobCases(line));
  });
}
