import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { inflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { readGlyphs } from '#core/docs/render/picture/glyphs.ts';
import { socialPicture, type Pictured } from '#core/docs/render/picture/social-picture.ts';

const file = resolve(import.meta.dirname, '../../../core/docs/browser/glyphs.bin');
const glyphs = readGlyphs(readFileSync(file));
const plain: Pictured = {
  ...{ name: 'Pelican', ownName: 'pelican-http', tagline: 'A client.', version: 'v3.2.1' },
  repositoryUrl: 'https://github.com/example/pelican-http',
};
const draw = async (shown: Partial<Pictured>) =>
  Buffer.from(await socialPicture(glyphs, { ...plain, ...shown }));

/** Colours of all pixels, row by row. */
function pixels(png: Buffer) {
  expect(png.toString('latin1', 1, 4)).toBe('PNG');
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const end = at + 8 + png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, end));
  }
  const lines = inflateSync(Buffer.concat(parts));
  expect(lines.length).toBe((width + 1) * height);
  return { width, height, at: (x: number, y: number) => lines[y * (width + 1) + 1 + x] };
}

it('is the same for the same site, and small', async () => {
  expect(await draw({})).toEqual(await draw({}));
  expect(pixels(await draw({}))).toMatchObject({ width: 1200, height: 630 });
  expect((await draw({})).length).toBeLessThan(40_000);
});

it.each<[string, Partial<Pictured>]>([
  ['name', { name: 'Heron' }],
  ['tagline', { tagline: 'Another client.' }],
  ['repository', { repositoryUrl: null }],
  ['version', { version: 'v4.0.0' }],
])('shows the %s', async (_, changed) => {
  expect((await draw(changed)).equals(await draw({}))).toBe(false);
});

it.each<[string, Partial<Pictured>, Partial<Pictured>]>([
  ['another name', { name: '日本語' }, { name: plain.ownName }],
  ['no tagline', { tagline: 'クライアント' }, { tagline: '' }],
  ['a tagline without a picture in it', { tagline: 'A client. 🚀' }, { tagline: 'A client.' }],
  ['composed letters', { name: 'Pélican' }, { name: 'Pe\u0301lican' }],
])('draws %s where letters are missing, never boxes', async (_, given, same) => {
  expect((await draw(given)).equals(await draw(same))).toBe(true);
});

it('keeps hostile texts inside its margins (S14)', async () => {
  const long = 'W'.repeat(100_000);
  const words = '<script>&"\'] \u202e \u0000'.repeat(5_000);
  for (const text of [long, words, '_'.repeat(999), '']) {
    const all = { name: text, ownName: text, tagline: text, version: text };
    const { at } = pixels(await draw({ ...all, repositoryUrl: `https://a.example/${text}` }));
    const beside: unknown[] = [];
    for (let y = 0; y < 618; y += 1) {
      for (const x of [...Array(78).keys(), ...Array.from({ length: 78 }, (__, n) => 1122 + n)]) {
        if (at(x, y) !== 15) beside.push([text.slice(0, 9), x, y]);
      }
    }
    expect(beside.slice(0, 3)).toEqual([]);
  }
});
