import { describe, expect, it } from 'vitest';
import { sourceLines } from '#core/docs/site/render/source-lines.ts';
import type { CitedSource } from '#core/docs/evidence/cited-sources.ts';
import { highlighter } from '#core/text/highlight/highlight.ts';

type Lines = CitedSource['lines'];
const file = (text: string, lines: Lines = [], path = 'src/a.ts'): CitedSource => {
  return { path, text, lines, file: 'source/a.html', pages: ['one'] };
};
const line = (number: number, text: string) =>
  `<span class="line" id="L${number}" data-line="${number}">${text}\n</span>`;
const range = (id: string, inner: string) => `<span class="range" id="${id}">${inner}</span>`;
const long = Array.from({ length: 2_000 }, (_, at) => `l${at + 1}`).join('\n');

describe('the lines of a cited file', () => {
  it.each<[string, string, Lines, string]>([
    ['are numbered', 'a\nb\n', [], line(1, 'a') + line(2, 'b')],
    ['may be empty', '', [], line(1, '')],
    ['are escaped', '<i>&"', [], line(1, '&lt;i&gt;&amp;&quot;')],
    [
      'have ranges',
      'a\nb\nc',
      [[1, 2]],
      range('L1-L2', line(1, 'a') + line(2, 'b')) + line(3, 'c'),
    ],
    [
      'have ranges within ranges, each once',
      'a\nb\nc',
      [
        [2, 3],
        [1, 3],
        [2, 3],
      ],
      range('L1-L3', line(1, 'a') + range('L2-L3', line(2, 'b') + line(3, 'c'))),
    ],
    ['end before a range does', 'a\nb', [[2, 9]], line(1, 'a') + range('L2-L9', line(2, 'b'))],
  ])('%s', (_, text, lines, expected) => {
    expect(sourceLines(file(text, lines), undefined)).toBe(expected);
  });

  it.each<[string, Lines, number[], string[]]>([
    ['the first ones', [], [1, 300], ['301 to 2000']],
    [
      'those around citations',
      [
        [1_000, 1_000],
        [1_100, 1_120],
      ],
      [940, 1_180],
      ['1 to 939', '1181 to 2000'],
    ],
    [
      'two parts',
      [
        [1_900, 1_900],
        [3, 3],
      ],
      [1, 1_960],
      ['64 to 1839', '1961 to 2000'],
    ],
  ])('of a long file: %s', (_, lines, [first, last], gaps) => {
    const html = sourceLines(file(long, lines), undefined);
    const numbers = [...html.matchAll(/ id="L(\d+)" data-line/g)].map(([, number]) =>
      Number(number),
    );
    expect([numbers[0], numbers.at(-1)]).toEqual([first, last]);
    const shown = [...html.matchAll(/Lines (\d+ to \d+) are not shown/g)].map(([, gap]) => gap);
    expect(shown).toEqual(gaps);
  });

  it('keep their colours, also across lines', async () => {
    const html = sourceLines(file('/* a\nb */ let c = 1;\n'), await highlighter());
    const comment = (text: string) => `<span class="pl-c">${text}</span>`;
    expect(html.split('\n</span>')[0]).toContain(comment('/* a'));
    expect(html.split('\n</span>')[1]).toContain(
      `${comment('b */')} <span class="pl-k">let</span>`,
    );
    expect(html.match(/<span/g)?.length).toBe(html.match(/<\/span>/g)?.length);
    expect(sourceLines(file('all: b', [], 'Makefile'), await highlighter())).toContain('pl-');
  });
});
