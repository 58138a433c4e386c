import { expect, it } from 'vitest';
import { fold, spellingsOf } from '#core/sessions/lines/fold.ts';
import { lower } from '#test/support/logs/naive-search.ts';

const letters = Array.from({ length: 0x11_00_00 }, (_, code) => String.fromCodePoint(code));

it('folds every character to its simple lower case, in any neighbourhood', () => {
  const wrong = letters.filter((letter) => fold(`aΣ${letter}Σ `) !== `aσ${lower(letter)}σ `);
  expect(wrong).toEqual([]);
});

it('keeps the length of every character', () => {
  expect(letters.filter((letter) => fold(letter).length !== letter.length)).toEqual([]);
});

it('knows every spelling of a folded character', () => {
  const lost = letters.filter((letter) => !spellingsOf(fold(letter)).includes(letter));
  expect(lost).toEqual([]);
  expect(spellingsOf('k')).toEqual(['k', 'K', '\u212a']);
});
