import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../../scripts/run.ts';
import { rolloutTable, tableIn } from '../../../scripts/rollout/table.ts';
import type { Graphs } from './graphs.ts';

const shown = tableIn(readFileSync(join(root, 'README.md'), 'utf8'));

export function bundlesSuite(graphs: () => Graphs): void {
  describe('functions', () => {
    const bundle = (name: string) =>
      graphs()
        .real.of('sst:cli:Bundle')
        .find((found) => found.name === name)?.inputs;

    it.each([
      ['DocsHome', ['assets']],
      ['AnalysisLoginPage', ['assets']],
      ['SessionsHealth', []],
      ['DocsSweep', []],
    ])('%s carries %j', (name, copied) => {
      expect(bundle(name)?.['copied']).toEqual(copied);
    });

    it('are bundled as measured', () => {
      expect(bundle('DocsHome')?.['properties']).toMatchObject({ minify: true, splitting: true });
    });

    it('run on the Node of the program, on the cheaper processor', () => {
      for (const { inputs } of graphs().usual.functions) {
        if (inputs['packageType'] === 'Image') continue;
        expect(inputs).toMatchObject({ runtime: 'nodejs24.x', architectures: ['arm64'] });
      }
    });
  });

  it.runIf(shown !== undefined)('the README shows what a rollout makes', () => {
    const now = rolloutTable(graphs().real.resources);
    expect(shown, 'run node scripts/rollout/table.ts --write').toBe(now);
  });
}
