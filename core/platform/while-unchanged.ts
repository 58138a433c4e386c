import type { Records } from './ports/records.ts';

type Kept = readonly [stamp: string, value: Promise<unknown>];

const maxKept = 100;
const caches = new WeakMap<Records, Map<string, Kept>>();

/** Keeps what was read until any record is written, or `also` is another text, where the home can tell:
 * pages and programs ask for the same lists again and again. */
export async function whileUnchanged<Value>(
  records: Records,
  name: string,
  read: () => Promise<Value>,
  also = '',
): Promise<Value> {
  // Taken first: a write during the read makes the value outdated.
  const write = await records.stamp();
  if (write === undefined) return read();
  const stamp = `${write} ${also}`;
  const cache = caches.get(records) ?? new Map<string, Kept>();
  caches.set(records, cache);
  const entry = cache.get(name);
  if (entry?.[0] === stamp) return entry[1] as Promise<Value>;
  if (cache.size >= maxKept) cache.clear();
  const value = read();
  cache.set(name, [stamp, value]);
  value.catch(() => cache.delete(name));
  return value;
}
