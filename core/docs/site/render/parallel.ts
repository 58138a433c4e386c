/** Items that travel together: what a batch of pages gives is about half a megabyte. */
const maxBatch = 8;
const batchesAtOnce = 6;

/** Runs the work for every item, so many at once. The first error is thrown when all that has
 * begun is over. */
export async function inParallel<Item>(
  atOnce: number,
  items: Iterable<Item>,
  run: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items[Symbol.iterator]();
  let failure: { readonly error: unknown } | undefined;
  const worker = async () => {
    for (let next = left.next(); !next.done && !failure; next = left.next()) {
      try {
        await run(next.value);
      } catch (error) {
        failure ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  if (failure) throw failure.error;
}

/** Splits the items into batches and works on several of them at once. */
export function inBatches<Item>(
  items: readonly Item[],
  work: (batch: readonly Item[]) => Promise<void>,
): Promise<void> {
  const size = Math.max(1, Math.min(maxBatch, Math.ceil(items.length / 4)));
  const batches = Array.from({ length: Math.ceil(items.length / size) }, (_, at) =>
    items.slice(at * size, (at + 1) * size),
  );
  return inParallel(batchesAtOnce, batches, work);
}

/** As Promise.all, but an error is thrown only when all is over: what is cleared away then stays
 * away. */
export async function allOver<Result>(work: readonly Promise<Result>[]): Promise<Result[]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}
