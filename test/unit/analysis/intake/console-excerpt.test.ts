import { describe, expect, it } from 'vitest';
import { consoleExcerpt, mainLine } from '#core/analysis/intake/builds/console-excerpt.ts';

const lines = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => `line ${from + at}`);

describe('the excerpt of a console output', () => {
  it.each<[string, string[], string[], string]>([
    [
      'has the lines around a problem',
      [...lines(20), 'FATAL: x', ...lines(20, 20)],
      [...lines(5, 15), 'FATAL: x', ...lines(5, 20)],
      'FATAL: x',
    ],
    [
      'has overlapping lines once',
      ['a failed', 'b', 'c error', ''],
      ['a failed', 'b', 'c error'],
      'a failed',
    ],
    ['is the last 200 lines without a problem', lines(300), lines(200, 100), 'line 299'],
    ['is empty for no output', [''], [''], ''],
    [
      'has no colours and hidden notes',
      ['\u001b[31mError\u001b[0m \u001b[8mha:AAAA=\u001b[0mx'],
      ['Error x'],
      'Error x',
    ],
    [
      'takes what is written over a line as lines',
      ['10 %\r20 %\rTimed out'],
      ['10 %', '20 %', 'Timed out'],
      'Timed out',
    ],
  ])('%s', (_, output, excerpt, main) => {
    const found = consoleExcerpt(output.join('\n'));
    expect(found.split('\n')).toEqual(excerpt);
    expect(mainLine(found)).toBe(main);
  });

  it('is bounded, and keeps the first and the last problem', () => {
    const many = Array.from({ length: 5_000 }, (_, at) => `error ${at} ${'x'.repeat(5_000)}`);
    const excerpt = consoleExcerpt(many.join('\n'));
    expect(excerpt.length).toBeLessThan(20_100);
    expect(excerpt).toMatch(/^error 0 x[^]*\n\[…\]\n[^]*error 4999 x+$/);
  });
});
