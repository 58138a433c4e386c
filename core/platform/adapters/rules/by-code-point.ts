/** JavaScript compares UTF-16 units, in which U+FB03 comes after U+1F600. */
export function byCodePoint(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
