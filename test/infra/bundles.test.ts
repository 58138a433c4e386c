import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { services } from '#functions/manifest.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { bundle, sizeOf, sourcesOf, startSize } from '../../scripts/bundles/bundle.ts';
import { deployedFiles } from '../../scripts/bundles/deployed-files.ts';
import { root } from '../../scripts/program/run.ts';
import budgets from './bundle-budgets.json' with { type: 'json' };

/** The promise, whatever the budgets say; in kB. */
const bars = { start: 150, withClient: 400 };

interface Lock {
  readonly packages: Readonly<Record<string, { readonly integrity?: string }>>;
}

const files = deployedFiles();
const exceptions: Readonly<Record<string, number>> = budgets.startExceptions;
const starts = new Map<string, number>();
const startOf = (file: string) => (starts.get(file) ?? Number.NaN) / 1000;
const budgetOf = (file: string) => exceptions[file] ?? budgets.kilobytes.start;

function excess(file: string, start: number): string[] {
  const most = budgetOf(file);
  if (start <= most) return [];
  return [
    `${file} reads ${start.toFixed(1)} kB at its start, at most ${most} (bundle-budgets.json)`,
  ];
}

describe('the bundle of every function', () => {
  beforeAll(async () => {
    await Promise.all(files.map(async (file) => starts.set(file, await startSize(file))));
  }, 120_000);

  it('stays within its budget', () => {
    expect(files.flatMap((file) => excess(file, startOf(file)))).toEqual([]);
  });

  it('is measured for every row of the manifest', () => {
    const { docs, webhook, agent } = services;
    const jobs = Object.values(services).flatMap((service) => service.jobs);
    const rows = [...docs.routes, ...docs.schedules, ...webhook.sockets, ...jobs];
    expect(files).toEqual(expect.arrayContaining(rows.map(({ file }) => file)));
    expect(files).toContain(webhook.common);
    expect(files).not.toContain(agent.common);
    expect(files.filter((file) => !(startOf(file) > 10))).toEqual([]);
  });

  it('is as large as measured when it is made whole, and small with the client', async () => {
    // Code that is shared with what is imported lazily lies in chunks, which cost a little: more in a
    // function with many lazy imports, which need not be the largest one.
    for (const file of files.toSorted((a, b) => startOf(b) - startOf(a)).slice(0, 8)) {
      const folder = await temporaryFolder();
      const size = sizeOf(await bundle(file, folder.path), file);
      expect(size.start / 1000 / startOf(file), file).toBeGreaterThan(0.95);
      expect(size.start / 1000, file).toBeLessThanOrEqual(bars.start);
      expect(size.withClient, file).toBeGreaterThan(size.start + 100_000);
      expect(size.withClient / 1000, file).toBeLessThanOrEqual(budgets.kilobytes.withClient);
      expect(size.whole, file).toBeGreaterThan(size.withClient);
      expect(size.whole / 1000, file).toBeLessThanOrEqual(budgets.kilobytes.whole);
    }
  });
});

describe('DuckDB', () => {
  it('is carried by the functions that search or move log entries, and by no others', async () => {
    const { webhook } = services;
    const asks = /\blogs\s*\.(search|histogram|summaries|prune|follow|resume|push)\(/;
    const sources = await sourcesOf(deployedFiles({ webhook }));
    const searching = [...sources].filter(([, paths]) =>
      paths.some(
        (path) =>
          /^(core|functions)\//.test(path) &&
          !path.includes('/adapters/') &&
          asks.test(readFileSync(join(root, path), 'utf8')),
      ),
    );
    expect(searching.map(([file]) => file).toSorted()).toEqual(webhook.logEngine?.toSorted());
  });

  it('has one version, whose files are those of the lock file', () => {
    const packagesOf = (folder: string) =>
      (JSON.parse(readFileSync(join(root, folder, 'package-lock.json'), 'utf8')) as Lock).packages;
    const [own, layer] = [packagesOf(''), packagesOf('functions/layers/log-engine')];
    const engine = Object.keys(layer).filter((name) => name.includes('@duckdb/'));
    expect(engine.length).toBeGreaterThan(3);
    for (const name of engine) expect(layer[name]?.integrity).toBe(own[name]?.integrity);
  });
});

describe('the budgets', () => {
  it('stay below the bars', () => {
    expect(Math.max(...files.map(budgetOf))).toBeLessThanOrEqual(bars.start);
    expect(budgets.kilobytes.withClient).toBeLessThanOrEqual(bars.withClient);
  });

  it('make exceptions for functions that are there, and need one', () => {
    expect(files).toEqual(expect.arrayContaining(Object.keys(exceptions)));
    const needless = Object.keys(exceptions).filter(
      (file) => startOf(file) <= budgets.kilobytes.start,
    );
    expect(needless).toEqual([]);
  });
});
