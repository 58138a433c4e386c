/** SQS's limits of one SendMessageBatch, for all its bodies together. */
const maxEntries = 10;
const maxBytes = 1024 * 1024;

/** The texts in order, in groups that SQS takes. */
export function batchesOf(texts: readonly string[]): string[][] {
  const batches: string[][] = [];
  let last: string[] = [];
  let size = 0;
  for (const text of texts) {
    const bytes = Buffer.byteLength(text);
    if (last.length === 0 || last.length === maxEntries || size + bytes > maxBytes) {
      batches.push((last = []));
      size = 0;
    }
    last.push(text);
    size += bytes;
  }
  return batches;
}
