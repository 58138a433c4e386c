/** Numbers that look random and are the same at every run with the seed. */
export function randomNumbers(seed = 1): () => number {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) & 0x7f_ff_ff_ff) / 0x7f_ff_ff_ff;
}
