/** Receivers that wait for a queue. */
export interface Waiters {
  /** Grows with every wake(): taken before a look at the queue, given to wait() after it. */
  seen(queue: string): number;
  /** Resolves at the next wake() of the queue, or at once when there was one since `seen`. */
  wait(queue: string, seen: number, signal: AbortSignal): Promise<void>;
  wake(queue: string): void;
}

export function queueWaiters(): Waiters {
  const wakes = new Map<string, number>();
  const waiting = new Map<string, Set<() => void>>();
  const seen = (queue: string) => wakes.get(queue) ?? 0;

  return {
    seen,

    wait(queue, before, signal) {
      if (signal.aborted || seen(queue) !== before) return Promise.resolve();
      return new Promise((resolve) => {
        const group = waiting.get(queue) ?? new Set();
        waiting.set(queue, group);
        const end = () => {
          group.delete(end);
          signal.removeEventListener('abort', end);
          resolve();
        };
        group.add(end);
        signal.addEventListener('abort', end);
      });
    },

    wake(queue) {
      wakes.set(queue, seen(queue) + 1);
      for (const end of waiting.get(queue) ?? []) end();
    },
  };
}
