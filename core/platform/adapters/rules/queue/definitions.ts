import { Failure } from '../../../failure.ts';
import type { QueueDefinition } from '../../../ports/queue.ts';

export interface DefinedQueue {
  readonly name: string;
  readonly visibilitySeconds: number;
  /** Undefined for dead letters: they stay until they are acknowledged. */
  readonly maxAttempts: number | undefined;
  /** The queue whose dead letters these are. */
  readonly source: string | undefined;
  readonly isOrdered: boolean;
}

const maxVisibilitySeconds = 43_200;

/** Every queue and its `<name>-dead`. Mistakes are thrown when the adapter is made. */
export function queueDefinitions(queues: readonly QueueDefinition[]) {
  const defined = new Map<string, DefinedQueue>();
  for (const { name, visibilitySeconds, maxAttempts, ordered: isOrdered = false } of queues) {
    const dead = `${name}-dead`;
    if (defined.has(name) || defined.has(dead)) throw new Error(`queue ${name} is defined twice`);
    if (!(visibilitySeconds >= 0 && visibilitySeconds <= maxVisibilitySeconds)) {
      throw new Error(`queue ${name}: visibilitySeconds is 0 to ${maxVisibilitySeconds}`);
    }
    if (!Number.isInteger(maxAttempts) || maxAttempts < 1) {
      throw new Error(`queue ${name}: maxAttempts starts at 1`);
    }
    const both = { visibilitySeconds, isOrdered };
    defined.set(name, { ...both, name, maxAttempts, source: undefined });
    defined.set(dead, { ...both, name: dead, maxAttempts: undefined, source: name });
  }
  return {
    find(name: string): DefinedQueue {
      const definition = defined.get(name);
      if (!definition) throw new Failure('missing', 'no_queue', `No queue is called ${name}.`);
      return definition;
    },
  };
}
