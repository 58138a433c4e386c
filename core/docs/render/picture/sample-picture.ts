import type { Glyphs } from './glyphs.ts';
import type { Pictured } from './social-picture.ts';

/** Letters of a few pixels: a picture with them shows where everything is drawn. */
export const sampleLetters: Glyphs = {
  height: 4,
  byLetter: new Map(
    [...'Abcdefghijklmnopqrstuvwxyz .'].map((letter) => {
      return [letter, { advance: 40, left: 1, width: 2, alpha: new Uint8Array(8).fill(15) }];
    }),
  ),
};

export const samplePicture: Pictured = {
  ...{ name: 'A name that is longer than its two lines are '.repeat(3), ownName: 'own' },
  tagline: 'A tagline that is longer than its two lines are '.repeat(4),
  ...{ repositoryUrl: 'https://code.example/sample', version: 'v.x' },
};
