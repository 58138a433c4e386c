/** How soon a commit of another process is noticed. */
const lookMilliseconds = 200;

/** Looks at the number while anybody listens, and tells all listeners when it has changed. */
export function commitWatch(number: () => string): (listener: () => void) => () => void {
  const listeners = new Set<() => void>();
  let timer: NodeJS.Timeout | undefined;
  let seen = '';

  function look(): void {
    const now = number();
    if (now === seen) return;
    seen = now;
    for (const listener of [...listeners]) listener();
  }

  return (listener) => {
    // A copy, so that a function that is given twice counts twice.
    const own = () => listener();
    listeners.add(own);
    if (!timer) {
      seen = number();
      timer = setInterval(look, lookMilliseconds);
      timer.unref();
    }
    return () => {
      listeners.delete(own);
      if (listeners.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    };
  };
}
