import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readHistory, speedPage, type Measured } from '../../../scripts/bench/history.ts';
import { judged, slownessOf } from '../../../scripts/bench/machine.ts';
import { benchPage } from '../../../scripts/bench/page.ts';

const root = resolve(import.meta.dirname, '../../..');
const textOf = (file: string) => readFileSync(resolve(root, file), 'utf8');

it('makes the figures of docs/speed.md from the newest run that is kept', () => {
  const page = textOf('docs/speed.md');
  expect(readHistory().length).toBeGreaterThan(0);
  expect(page).toBe(speedPage(page, readHistory()));
});

it.each(['README.md', 'CONTRIBUTING.md', 'docs/sessions.md', 'docs/decisions/one-handler.md'])(
  'leaves the figures of speed to docs/speed.md in %s',
  (file) => {
    const figure =
      /[\d.,]+ ?(?:ms|milliseconds|pages a second|per second|% of|times as fast|MB with)/;
    expect(textOf(file)).not.toMatch(figure);
  },
);

describe('a line', () => {
  const line = { name: 'a', value: 100, unit: 'ms' };

  it.each([
    ['a time on the reference', { ...line, bar: 90 }, 1, false],
    ['a time on a slow machine', { ...line, bar: 90 }, 1.2, true],
    ['a time against one of the same run', { ...line, bar: 90, roof: 30, ratio: 3.3 }, 1.2, false],
    ['a size on a slow machine', { ...line, unit: 'kB', bar: 90 }, 9, false],
    ['a ratio on a slow machine', { ...line, ratio: 0.4, floor: 0.5 }, 9, false],
    [
      'a ratio whose better samples reach it',
      { ...line, ratio: 0.4, better: 0.6, floor: 0.5 },
      1,
      true,
    ],
  ])('is judged: %s', (_, one, slowness, isKept) => {
    expect(judged(one, { slowness, noise: 1 }, 1).isKept).toBe(isKept);
  });

  it('may take as much longer as unchanged work took', () => {
    expect(slownessOf([6, 6, 12, 12])).toEqual({ noise: 2, slowness: 2 });
    expect(slownessOf([24, 6, 6, 6, 6, 6, 6])).toEqual({ noise: 1, slowness: 1 });
    expect(slownessOf([3, 3, 3])).toEqual({ noise: 1, slowness: 1 });
    expect(slownessOf([12, 12, 12])).toEqual({ noise: 1, slowness: 2 });
    const line = { name: 'a', value: 100, unit: 'ms', bar: 60, roof: 20, ratio: 5 };
    expect(judged(line, { noise: 2, slowness: 2 }, 1).isKept).toBe(true);
    const ratio = { name: 'a', value: 1, unit: '1/s', ratio: 0.4, floor: 0.5 };
    expect(judged(ratio, { noise: 1, slowness: 1 }, 1).isKept).toBe(false);
    expect(judged(ratio, { noise: 1, slowness: 1 }, 1.25).isKept).toBe(true);
    expect(judged(ratio, { noise: 1.3, slowness: 2 }, 1).isKept).toBe(true);
  });
});

describe('the page', () => {
  const run = (commit: string, value: number, isKept: boolean): Measured => {
    const line = { name: 'Wait <b>', value, unit: 'ms', bar: 16, isKept };
    const machine = { node: 'v24.0.0', cores: 2, slowness: 2.5, form: 'usual' };
    return { commit, date: '2026-03-01T11:00:00Z', ...machine, suites: { start: [line] } };
  };

  it('is one file without scripts, and shows the curve and what missed its bar', async () => {
    const page = await benchPage([run('aaaaaaaa', 12, true), run('bbbbbbbb', 24, false)]);
    expect(page).not.toMatch(/<script|<link|https?:\/\/|url\(/);
    expect(page).toContain('aria-label="From 12.0 to 24.0 in 2 runs"');
    expect(page).toMatch(/at most 16: missed/);
    expect(page).toContain('Wait &#60;b&#62;');
  });

  it('of figures says how slow the machine was', () => {
    const page = speedPage('<!-- bench -->\n<!-- end -->\n', [run('aaaaaaaa', 12, true)]);
    expect(page).toContain('2 cores, 2.5 times as slow as the machine of the bars, the usual');
  });
});
