import { inflateRawSync } from 'node:zlib';

export interface Glyph {
  /** From one letter's origin to the next one's, in pixels. */
  readonly advance: number;
  /** Of the drawn columns, from the origin. */
  readonly left: number;
  readonly width: number;
  /** Row by row, 0 to 15. */
  readonly alpha: Uint8Array;
}

/** Letters of one size, as scripts/draw-glyphs.ts has drawn them. */
export interface Glyphs {
  readonly height: number;
  readonly byLetter: ReadonlyMap<string, Glyph>;
}

interface Head {
  readonly height: number;
  readonly glyphs: readonly (readonly [string, advance: number, left: number, width: number])[];
}

export function readGlyphs(file: Uint8Array): Glyphs {
  const end = file.indexOf(10);
  const head = JSON.parse(new TextDecoder().decode(file.subarray(0, end))) as Head;
  const { height } = head;
  const all = inflateRawSync(file.subarray(end + 1));
  let at = 0;
  const byLetter = new Map(
    head.glyphs.map(([letter, advance, left, width]) => {
      const alpha = all.subarray(at, (at += width * height));
      return [letter, { advance, left, width, alpha }];
    }),
  );
  return { height, byLetter };
}

/** A text without the letters that cannot be drawn, such as Chinese ones. Undefined: it would not
 * be the same text without them. */
export function drawable({ byLetter }: Glyphs, text: string): string | undefined {
  const letters = [...text.normalize('NFC').replace(/\s+/g, ' ').trim().slice(0, longest)];
  const known = letters.filter((letter) => byLetter.has(letter));
  return known.length > 0.9 * letters.length ? known.join('').trim() : undefined;
}

/** Longer texts do not fit into the picture anyway. */
const longest = 400;

export function widthOf({ byLetter }: Glyphs, text: string): number {
  return [...text].reduce((sum, letter) => sum + (byLetter.get(letter)?.advance ?? 0), 0);
}

/** Lines that fit the width, the last one with an ellipsis where there is more. */
export function wrap(glyphs: Glyphs, text: string, width: number, most: number): string[] {
  const lines: string[] = [];
  let line = '';
  // A word may break after the signs that join the parts of a name.
  for (const word of text.split(/(?<=[ ./_-])/)) {
    const fits = (longer: string) => widthOf(glyphs, longer.trimEnd()) <= width;
    if (line !== '' && !fits(line + word)) {
      lines.push(line);
      line = '';
    }
    line += word;
    while (!fits(line)) {
      let end = line.length;
      while (!fits(line.slice(0, end))) end -= 1;
      lines.push(line.slice(0, end));
      line = line.slice(end);
    }
  }
  if (line !== '') lines.push(line);
  if (lines.length <= most) return lines;
  let last = lines[most - 1]?.trimEnd() ?? '';
  while (widthOf(glyphs, `${last}…`) > width) last = last.slice(0, -1).trimEnd();
  return [...lines.slice(0, most - 1), `${last}…`];
}
