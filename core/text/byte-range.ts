type Range = { readonly first: number; readonly last?: number } | { readonly suffix: number };

/** The positions of a range in so many bytes; undefined: it holds none of them. */
export function positionsOf(
  range: Range,
  size: number,
): { readonly first: number; readonly last: number } | undefined {
  const { first, last } =
    'suffix' in range
      ? { first: Math.max(0, size - range.suffix), last: size - 1 }
      : { first: range.first, last: Math.min(range.last ?? Infinity, size - 1) };
  const isWithin = Number.isInteger(first) && Number.isInteger(last) && first >= 0 && first <= last;
  return isWithin ? { first, last } : undefined;
}
