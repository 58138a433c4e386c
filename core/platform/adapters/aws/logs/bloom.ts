const bitsPerValue = 10;
const hashes = 7;

/** A Bloom filter of texts: about one absent text in a hundred seems to be in it. */
export function bloomOf(texts: ReadonlySet<string>): Uint8Array {
  const bloom = new Uint8Array(Math.ceil((texts.size * bitsPerValue) / 8) + 1);
  for (const text of texts) {
    for (const bit of bitsOf(text, bloom.length * 8)) {
      bloom[bit >> 3] = (bloom[bit >> 3] ?? 0) | (1 << (bit & 7));
    }
  }
  return bloom;
}

export function mayHave(bloom: Uint8Array, text: string): boolean {
  return bitsOf(text, bloom.length * 8).every(
    (bit) => ((bloom[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0,
  );
}

function bitsOf(text: string, size: number): number[] {
  const one = hash(text, 0x811c9dc5);
  const step = hash(text, 0x01000193) | 1;
  return Array.from({ length: hashes }, (_, at) => ((one + at * step) >>> 0) % size);
}

/** FNV-1a. */
function hash(text: string, seed: number): number {
  let value = seed;
  for (let at = 0; at < text.length; at++) {
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  }
  return value >>> 0;
}
