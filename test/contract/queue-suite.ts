import { describe } from 'vitest';
import type { Queue, QueueDefinition } from '#core/platform/ports/queue.ts';
import { bodyCases } from './queue/bodies.ts';
import { deliveryCases } from './queue/deliveries.ts';
import { orderedCases } from './queue/ordered.ts';
import { sendCases } from './queue/sends.ts';
import { waitCases } from './queue/waits.ts';

/** Empty queues of its own, opened for each test. */
export interface QueueWorld {
  readonly queue: Queue;
  /** Lets so many seconds pass, a moment more rather than less: a manual clock or a real wait. */
  readonly advance: (seconds: number) => Promise<void>;
}

/** Opens the given queues, each with its `<name>-dead`. */
export type OpenQueue = (queues: readonly QueueDefinition[]) => Promise<QueueWorld>;

export interface QueueCapabilities {
  /** The shortest visibility time that the cases may define, in seconds. */
  readonly visibilitySeconds: number;
  /** advance() is a real wait: cases that need minutes are left out. */
  readonly realTime: boolean;
  /** depth() counts exactly and at once. */
  readonly exactDepth: boolean;
  /** False where an old receipt still works after the message was delivered again: AWS does not
   * promise that it is refused. */
  readonly receiptsExpire?: boolean;
}

/** What every Queue adapter must do: the sentences of ports.ts as cases. */
export function queueContract(name: string, open: OpenQueue, capabilities: QueueCapabilities) {
  const { visibilitySeconds } = capabilities;
  const world = () =>
    open([
      { name: 'work', visibilitySeconds, maxAttempts: 2 },
      // Hidden for so long that no message comes back during a test on real time.
      { name: 'calm', visibilitySeconds: 30, maxAttempts: 5 },
    ]);
  const ordered = () =>
    open([
      { name: 'ordered-work', visibilitySeconds, maxAttempts: 2, ordered: true },
      { name: 'ordered', visibilitySeconds: 30, maxAttempts: 5, ordered: true },
      { name: 'calm', visibilitySeconds: 30, maxAttempts: 5 },
    ]);
  describe(`Queue on ${name}`, () => {
    describe('sending and receiving', () => sendCases(world, capabilities));
    describe('bodies', () => bodyCases(world));
    describe('deliveries', () => deliveryCases(world, capabilities));
    describe('waiting', () => waitCases(world));
    describe('order', () => orderedCases(ordered, capabilities));
  });
}
