import { describe, expect, it } from 'vitest';
import { services } from '#functions/manifest.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { bundle, bundleTogether, sizeOf, type BundleSize } from '../../scripts/bundles/bundle.ts';
import { deployedFiles } from '../../scripts/bundles/deployed-files.ts';
import budgets from './bundle-budgets.json' with { type: 'json' };

/** The promise, whatever the budgets say; in kB. */
const bars = { start: 150, client: 400 };
type Budget = Partial<Record<keyof BundleSize, number>>;

const files = deployedFiles().map(({ file }) => file);
const exceptions = budgets.exceptions as Readonly<Record<string, Budget>>;
const outputs = await bundleTogether(files);

/** What is larger than it may be, in words. */
function excess(size: BundleSize, file: string): string[] {
  const budget = { ...budgets.kilobytes, ...exceptions[file] };
  return (['start', 'client', 'whole'] as const)
    .map((part) => ({ part, value: size[part] / 1000, most: budget[part] }))
    .filter(({ value, most }) => value > most)
    .map(({ part, value, most }) => `${file} ${part}: ${value.toFixed(1)} kB, at most ${most}`);
}

describe('the bundle of every function', () => {
  it('stays within its budget', () => {
    expect(files.flatMap((file) => excess(sizeOf(outputs, file), file))).toEqual([]);
  });

  it('is measured for every row of the manifest', () => {
    const { docs, webhook } = services;
    expect(files).toEqual(expect.arrayContaining(docs.routes.map(({ file }) => file)));
    expect(files).toContain(docs.schedules[0]?.file);
    expect(files).toContain(webhook.fallback);
    expect(files.filter((file) => sizeOf(outputs, file).start < 10_000)).toEqual([]);
    expect(new Set(files).size).toBe(files.length);
  });

  it('is counted, and told when it is too large', () => {
    const size = sizeOf(outputs, 'docs/me.ts');
    expect(size.client).toBeGreaterThan(size.start + 100_000);
    expect(size.whole).toBeGreaterThan(size.client);
    expect(excess({ ...size, start: 112_001 }, 'docs/me.ts')).toEqual([
      'docs/me.ts start: 112.0 kB, at most 112',
    ]);
    expect(excess({ ...size, start: 112_001 }, 'docs/home.ts')).toEqual([]);
  });

  // All at once is the quick way; alone is how they are deployed.
  it('is no larger alone than among all', async () => {
    const folder = await temporaryFolder();
    const alone = sizeOf(await bundle('docs/me.ts', folder.path), 'docs/me.ts');
    await folder.remove();
    const among = sizeOf(outputs, 'docs/me.ts');
    for (const part of ['start', 'client'] as const) {
      expect(alone[part]).toBeLessThan(among[part]);
      expect(alone[part]).toBeGreaterThan(among[part] * 0.85);
    }
  });
});

describe('the budgets', () => {
  it('stay below the bars', () => {
    for (const budget of [budgets.kilobytes, ...Object.values(exceptions)]) {
      expect(budget.start ?? 0).toBeLessThanOrEqual(bars.start);
      expect(budget.client ?? 0).toBeLessThanOrEqual(bars.client);
    }
  });

  it('make exceptions for functions that are there, and need one', () => {
    expect(files).toEqual(expect.arrayContaining(Object.keys(exceptions)));
    const needless = Object.entries(exceptions).filter(([file, budget]) => {
      const size = sizeOf(outputs, file);
      const parts = Object.keys(budget) as (keyof BundleSize)[];
      return parts.every((part) => size[part] / 1000 <= budgets.kilobytes[part]);
    });
    expect(needless).toEqual([]);
  });
});
