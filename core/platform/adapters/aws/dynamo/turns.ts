/** Lets the writers of one process to one place go one after the other, so that only other
 * processes are competition. `run` may fail; the next one has its turn all the same. */
export function turns(): <Result>(place: string, run: () => Promise<Result>) => Promise<Result> {
  const last = new Map<string, Promise<unknown>>();
  return async (place, run) => {
    const before = last.get(place);
    const mine = before ? before.then(run, run) : run();
    const settled = mine.catch(() => undefined);
    last.set(place, settled);
    try {
      return await mine;
    } finally {
      if (last.get(place) === settled) last.delete(place);
    }
  };
}
