/** Waits for writes under a name, such as a queue or a feed, of this process or another one. */
export interface Changes {
  /** Differs after each change: taken before a look at what is stored, given to wait() after it. */
  stamp(name: string): string;
  /** Resolves at the next change, at once when there was one since the stamp, and when the signal
   * aborts. It may resolve without a change; one of another process may count late, or for all names. */
  wait(name: string, stamp: string, signal: AbortSignal): Promise<void>;
  /** This process has written. */
  tell(name: string): void;
}

interface WaitingRoomOptions {
  /** The first waiter comes. */
  readonly onFirst: () => void;
  /** The last one has left. */
  readonly onLast: () => void;
}

/** Those who wait for a change, by the name that they wait for. */
export function waitingRoom({ onFirst, onLast }: WaitingRoomOptions) {
  const waiting = new Map<string, Set<() => void>>();

  function leave(name: string, end: () => void): void {
    const group = waiting.get(name);
    group?.delete(end);
    if (group?.size === 0) waiting.delete(name);
    if (waiting.size === 0) onLast();
  }

  return {
    isEmpty: () => waiting.size === 0,

    wait(name: string, signal: AbortSignal): Promise<void> {
      if (signal.aborted) return Promise.resolve();
      return new Promise((resolve) => {
        const end = () => {
          leave(name, end);
          signal.removeEventListener('abort', end);
          resolve();
        };
        if (waiting.size === 0) onFirst();
        waiting.set(name, (waiting.get(name) ?? new Set()).add(end));
        signal.addEventListener('abort', end);
      });
    },

    wake(name: string): void {
      for (const end of [...(waiting.get(name) ?? [])]) end();
    },

    wakeAll(): void {
      for (const group of [...waiting.values()]) for (const end of [...group]) end();
    },
  };
}
