export const chartHeight = 72;

/** The height of a bar and of its errors. `most`: entries of the highest bar. */
export function barHeights(total: number, errors: number, most: number) {
  const height = total === 0 ? 0 : Math.max(2, (total / most) * chartHeight);
  return { height, failed: errors === 0 ? 0 : Math.max(3, (errors / total) * height) };
}
