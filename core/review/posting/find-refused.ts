/** Those of the items that are refused, each by itself. `accepts` is asked about groups, which are
 * halved while they are refused. */
export async function findRefused<Item>(
  items: readonly Item[],
  accepts: (items: readonly Item[]) => Promise<boolean>,
): Promise<Item[]> {
  if (items.length === 0 || (await accepts(items))) return [];
  if (items.length === 1) return [...items];
  const half = items.length >> 1;
  return [
    ...(await findRefused(items.slice(0, half), accepts)),
    ...(await findRefused(items.slice(half), accepts)),
  ];
}
