// Draws the letters of the pictures that sites have for link previews, with Chromium:
// node scripts/draw-glyphs.ts <latin.woff2> <latin-ext.woff2>
// The font is the sites' own, whose licence is core/docs/browser/text-license.txt.
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { launchBrowser } from '../test/support/browser.ts';
import { main } from './main.ts';

const target = resolve(import.meta.dirname, '../core/docs/browser/glyphs.bin');
const size = 72;
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at));
/** Latin with its accents, and the signs of running text. */
const letters = [...range(0x20, 0x7e), ...range(0xa1, 0x17f), ...'–—‘’‚“”„•…€™−'].filter(
  (letter) => letter !== '\u00ad',
);

await main(async () => {
  const fonts = process.argv.slice(2).map((file) => readFileSync(file).toString('base64'));
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    const drawn = await page.evaluate(draw, { fonts, letters, size });
    const head = JSON.stringify({
      height: drawn.height,
      glyphs: drawn.glyphs.map(({ letter, advance, left, width }) => {
        return [letter, advance, left, width];
      }),
    });
    const alpha = Buffer.from(drawn.glyphs.flatMap(({ alpha: own }) => own));
    writeFileSync(target, Buffer.concat([Buffer.from(`${head}\n`), deflateRawSync(alpha)]));
    console.log(`${drawn.glyphs.length} letters in ${target}`);
  } finally {
    await browser.close();
  }
});

/** In the browser. Opacity has 16 levels, as the pictures have. */
async function draw(given: { fonts: string[]; letters: string[]; size: number }) {
  for (const [at, font] of given.fonts.entries()) {
    const source = `url(data:font/woff2;base64,${font})`;
    document.fonts.add(await new FontFace(`Drawn${at}`, source, { weight: '100 900' }).load());
  }
  const height = Math.round(given.size * 1.25);
  const canvas = new OffscreenCanvas(3 * given.size, height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('The browser has no canvas');
  const families = given.fonts.map((_, at) => `Drawn${at}`).join();
  context.font = `600 ${given.size}px ${families}`;
  const glyphs = given.letters.map((letter) => {
    context.clearRect(0, 0, canvas.width, height);
    context.fillText(letter, given.size, given.size);
    const { data } = context.getImageData(0, 0, canvas.width, height);
    const level = (x: number, y: number) => (data[4 * (y * canvas.width + x) + 3] ?? 0) >> 4;
    const rows = [...Array(height).keys()];
    const columns = [...Array(canvas.width).keys()].filter((x) => rows.some((y) => level(x, y)));
    const first = columns[0] ?? given.size;
    const width = columns.length === 0 ? 0 : (columns.at(-1) ?? first) - first + 1;
    const alpha = rows.flatMap((y) => Array.from({ length: width }, (_, x) => level(first + x, y)));
    const advance = Math.round(context.measureText(letter).width);
    return { letter, advance, left: first - given.size, width, alpha };
  });
  return { height, glyphs };
}
