import { describe, expect, it } from 'vitest';
import { cutTo, textWidth } from '../../../scripts/commands/line/text-width.ts';
import { aligned, explained } from '../../../scripts/commands/line/table.ts';

describe('a table of the command line', () => {
  it.each([
    ['plain', 5],
    ['', 0],
    ['日本語', 6],
    ['e\u0301', 1],
    ['👍🏽', 2],
    ['👩‍👩‍👧', 2],
    ['✓', 1],
    ['ｆｕｌｌ', 8],
  ])('%j takes %i columns', (text, width) => {
    expect(textWidth(text)).toBe(width);
  });

  it('aligns wide characters, and cuts no character in half', () => {
    expect(
      aligned([
        ['日本', 'a'],
        ['x', 'b'],
      ]),
    ).toBe('日本  a\nx     b');
    expect(cutTo(4, '日本語')).toBe('日…');
    expect(cutTo(6, '日本語')).toBe('日本語');
  });

  it('cuts the widest columns to what a line may take, but not the first', () => {
    const rows = [['job_1234567890', 'a'.repeat(40), 'bb', 'c'.repeat(20)]];
    expect(aligned(rows, undefined, 50)).toBe(
      `job_1234567890  ${'a'.repeat(13)}…  bb  ${'c'.repeat(13)}…`,
    );
    expect(aligned(rows)).toHaveLength(14 + 40 + 2 + 20 + 6);
    // Nothing is left to cut.
    expect(aligned([['x'.repeat(30), 'abcdefgh']], undefined, 10)).toBe(`${'x'.repeat(30)}  abcd…`);
  });

  it('leaves out the last columns where a line has no room for them', () => {
    const row = ['job_12', 'completed', 'product', 'yesterday', 'a long reason'];
    expect(aligned([row], undefined, 21)).toBe('job_12  comp…  prod…');
    expect(aligned([row])).toContain('a long reason');
  });
});

describe('the help of a command', () => {
  const rows = [
    ['  --fail-on <what>', 'exit with 3 for new failures, product bugs, or any'],
    ['  -j, --json', 'print JSON'],
  ];
  const on = (columns: number, isTTY = true) =>
    explained({ stdout: { isTTY, columns } as never }, rows);

  it('goes on below where the line of the terminal ends', () => {
    expect(on(49)).toBe(
      [
        '  --fail-on <what>  exit with 3 for new failures,',
        '                    product bugs, or any',
        '  -j, --json        print JSON',
      ].join('\n'),
    );
    expect(on(0, false)).toContain('failures, product bugs, or any');
  });

  it('has its words below the names where both have no room', () => {
    expect(on(30)).toBe(
      [
        '  --fail-on <what>',
        '      exit with 3 for new',
        '      failures, product bugs,',
        '      or any',
        '  -j, --json',
        '      print JSON',
      ].join('\n'),
    );
  });
});
