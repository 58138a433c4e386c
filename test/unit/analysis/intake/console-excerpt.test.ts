import { describe, expect, it } from 'vitest';
import { consoleReader, excerptLines } from '#core/analysis/intake/builds/console-excerpt.ts';

const lines = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => `line ${from + at}`);

function read(output: readonly string[]) {
  const reader = consoleReader();
  for (const line of output) reader.line(line);
  return reader.end();
}

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
    [
      'sees a fault of the machine before the last words of a build',
      [...lines(10), 'Segmentation fault (core dumped)', 'Finished: FAILURE'],
      [...lines(5, 5), 'Segmentation fault (core dumped)', 'Finished: FAILURE'],
      'Segmentation fault (core dumped)',
    ],
    [
      'is the last 200 lines when only the last words of a build name a problem',
      [...lines(300), "Build step 'Execute shell' marked build as failure", 'Finished: FAILURE'],
      [
        ...lines(198, 102),
        "Build step 'Execute shell' marked build as failure",
        'Finished: FAILURE',
      ],
      'line 299',
    ],
    ['is empty for no output', [''], [], ''],
    [
      'has no colours and hidden notes',
      ['\u001b[31mError\u001b[0m \u001b[8mha:AAAA=\u001b[0mx'],
      ['Error x'],
      'Error x',
    ],
    [
      'takes what stays of a line that is written over',
      ['10 %\r20 %\rTimed out\r'],
      ['Timed out'],
      'Timed out',
    ],
  ])('%s', (_, output, excerpt, main) => {
    const { text, main: line } = read(output);
    expect(text === '' ? [] : excerptLines(text).map((each) => each.text)).toEqual(excerpt);
    expect(line).toBe(main);
  });

  it('is bounded, and keeps the first and the last problem', () => {
    const many = Array.from({ length: 5_000 }, (_, at) => `error ${at} ${'x'.repeat(5_000)}`);
    const { text, note } = read(many);
    expect(text.length).toBeLessThan(20_100);
    expect(text).toMatch(/^1: error 0 x[^]*\n\[…\]\n[^]*\n5000: error 4999 x+$/);
    expect(note).toMatch(/^The console output has 5,000 lines; 4,9\d\d that name a problem/);
  });

  it('sees the first line of a long output', () => {
    const { text, main, note } = read(['cart.c:5: error: no total', ...lines(1_000_000)]);
    expect([main, note]).toEqual(['cart.c:5: error: no total', undefined]);
    expect(text).toMatch(/^1: cart\.c:5: error: no total\n2: line 0\n/);
  });
});
