/** Waits for writes under a name, such as a queue or a feed, of this process or another one. */
export interface Changes {
  /** Differs after each change: taken before a look at what is stored, given to wait() after it. */
  stamp(name: string): string;
  /** Resolves at the next change, at once when there was one since the stamp, and when the signal
   * aborts. A commit of another process counts for all names, within 250 ms. */
  wait(name: string, stamp: string, signal: AbortSignal): Promise<void>;
  /** This process has written. */
  tell(name: string): void;
}

const lookMs = 200;

export function databaseChanges(commitsOfOthers: () => string): Changes {
  const counts = new Map<string, number>();
  const waiting = new Map<string, Set<() => void>>();
  let others = '';
  let timer: NodeJS.Timeout | undefined;
  const stamp = (name: string) => `${counts.get(name) ?? 0} ${commitsOfOthers()}`;

  function look(): void {
    const now = commitsOfOthers();
    if (now === others) return;
    others = now;
    for (const group of [...waiting.values()]) for (const end of [...group]) end();
  }

  function join(name: string, end: () => void): void {
    if (waiting.size === 0) {
      others = commitsOfOthers();
      timer = setInterval(look, lookMs).unref();
    }
    waiting.set(name, (waiting.get(name) ?? new Set()).add(end));
  }

  function leave(name: string, end: () => void): void {
    const group = waiting.get(name);
    group?.delete(end);
    if (group?.size === 0) waiting.delete(name);
    if (waiting.size === 0) clearInterval(timer);
  }

  return {
    stamp,

    wait(name, before, signal) {
      if (signal.aborted || stamp(name) !== before) return Promise.resolve();
      return new Promise((resolve) => {
        const end = () => {
          leave(name, end);
          signal.removeEventListener('abort', end);
          resolve();
        };
        join(name, end);
        signal.addEventListener('abort', end);
      });
    },

    tell(name) {
      counts.set(name, (counts.get(name) ?? 0) + 1);
      for (const end of [...(waiting.get(name) ?? [])]) end();
    },
  };
}
