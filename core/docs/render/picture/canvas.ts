import { crc32, deflate } from 'node:zlib';
import { promisify } from 'node:util';
import { widthOf, type Glyphs } from './glyphs.ts';

type Colour = readonly [red: number, green: number, blue: number];

/** From a background to an ink in 16 steps: a pixel is `16 × ramp + opacity`. */
export interface Ramp {
  readonly ground: Colour;
  readonly ink: Colour;
}

export interface Canvas {
  fill(left: number, top: number, width: number, height: number, ramp: number): void;
  /** `half` draws letters of half the size. */
  text(glyphs: Glyphs, words: string, left: number, top: number, ramp: number, half?: 'half'): void;
  png(): Promise<Uint8Array>;
}

export function canvas(width: number, height: number, ramps: readonly Ramp[]): Canvas {
  // A line of a PNG begins with its filter: none.
  const stride = width + 1;
  const lines = new Uint8Array(stride * height);

  return {
    fill(left, top, across, down, ramp) {
      for (let y = top; y < top + down; y += 1) {
        const start = y * stride + 1 + left;
        lines.fill(16 * ramp + 15, start, start + across);
      }
    },

    text(glyphs, words, left, top, ramp, half) {
      const step = half ? 2 : 1;
      let origin = left;
      for (const letter of words) {
        const glyph = glyphs.byLetter.get(letter);
        if (!glyph) continue;
        const rows = Math.floor(glyphs.height / step);
        const columns = Math.ceil(glyph.width / step);
        const from = Math.round(origin + glyph.left / step);
        for (let y = 0; y < rows; y += 1) {
          for (let x = 0; x < columns; x += 1) {
            const alpha = opacity(glyph.alpha, glyph.width, x * step, y * step, step);
            const place = (top + y) * stride + 1 + from + x;
            if (alpha > 0) lines[place] = 16 * ramp + alpha;
          }
        }
        origin += glyph.advance / step;
      }
    },

    async png() {
      const palette = ramps.flatMap(({ ground, ink }) =>
        Array.from({ length: 16 }, (_, level) =>
          ground.map((from, at) => Math.round(from + (((ink[at] ?? 0) - from) * level) / 15)),
        ).flat(),
      );
      const head = Buffer.alloc(13);
      head.writeUInt32BE(width, 0);
      head.writeUInt32BE(height, 4);
      // 8 bits for each pixel, which is a place in the palette.
      head.set([8, 3, 0, 0, 0], 8);
      return Buffer.concat([
        Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
        chunk('IHDR', head),
        chunk('PLTE', Buffer.from(palette)),
        chunk('IDAT', await promisify(deflate)(lines)),
        chunk('IEND', Buffer.alloc(0)),
      ]);
    },
  };
}

/** Of one letter's pixel, or the mean of four. */
function opacity(alpha: Uint8Array, width: number, x: number, y: number, step: number): number {
  const at = (column: number, row: number) =>
    column < width ? (alpha[row * width + column] ?? 0) : 0;
  if (step === 1) return at(x, y);
  return Math.round((at(x, y) + at(x + 1, y) + at(x, y + 1) + at(x + 1, y + 1)) / 4);
}

/** Length, type, data and checksum, as the PNG specification has it. */
function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const chunkBytes = Buffer.alloc(body.length + 8);
  chunkBytes.writeUInt32BE(data.length, 0);
  chunkBytes.set(body, 4);
  chunkBytes.writeUInt32BE(crc32(body), body.length + 4);
  return chunkBytes;
}

export function centred(glyphs: Glyphs, letter: string, left: number, width: number): number {
  return left + Math.round((width - widthOf(glyphs, letter)) / 2);
}
