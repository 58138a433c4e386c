/** Runs the work for every item, so many at once. The first error stops what has not begun, and
 * is thrown when all that has begun is over. */
export async function eachAtMost<Item>(
  atOnce: number,
  items: readonly Item[],
  run: (item: Item) => Promise<void>,
): Promise<void> {
  let next = 0;
  let failed = false;
  async function worker() {
    while (next < items.length && !failed) {
      const item = items[next++] as Item;
      await run(item).catch((error: unknown) => {
        failed = true;
        throw error;
      });
    }
  }
  const workers = await Promise.allSettled(
    Array.from({ length: Math.min(atOnce, items.length) }, worker),
  );
  for (const worker of workers) if (worker.status === 'rejected') throw worker.reason;
}
