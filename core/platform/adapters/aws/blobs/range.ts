import type { ByteRange } from '../../../ports/blobs.ts';

/** The Range header; undefined where S3 would ignore the range and send everything. */
export function rangeHeader(range: ByteRange): string | undefined {
  const whole = (number: number) => Number.isSafeInteger(number) && number >= 0;
  if ('suffix' in range) {
    return whole(range.suffix) && range.suffix > 0 ? `bytes=-${range.suffix}` : undefined;
  }
  const { first, last } = range;
  if (!whole(first)) return undefined;
  if (last === undefined) return `bytes=${first}-`;
  return whole(last) && last >= first ? `bytes=${first}-${last}` : undefined;
}

/** What a reply to a range holds; without Content-Range it holds everything. */
export function rangeOf(
  contentRange: string | undefined,
  length: number,
): { first: number; last: number; size: number } {
  const parts = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(contentRange ?? '');
  if (!parts) return { first: 0, last: length - 1, size: length };
  return { first: Number(parts[1]), last: Number(parts[2]), size: Number(parts[3]) };
}
