import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../../scripts/program/run.ts';
import { partIn } from '../../../scripts/program/markdown-table.ts';
import { part, rolloutTable } from '../../../scripts/rollout/table.ts';
import { services } from '#test/support/rollout-graph/manifest.ts';
import { logicalName } from '../../../infra/names.ts';
import type { Graphs } from './graphs.ts';

const shown = partIn(readFileSync(join(root, 'docs/deploy.md'), 'utf8'), part);

export function bundlesSuite(graphs: () => Graphs): void {
  describe('functions', () => {
    const bundle = (name: string) =>
      graphs()
        .real.of('sst:cli:Bundle')
        .find((found) => found.name === name)?.inputs;

    it.each([
      ['DocsProjectsHome', ['assets']],
      ['AnalysisCommonLoginPage', ['assets']],
      ['WebhookCommonHealth', []],
      ['DocsSweep', []],
    ])('%s carries %j', (name, copied) => {
      expect(bundle(name)?.['copied']).toEqual(copied);
    });

    it('are bundled as measured', () => {
      expect(bundle('DocsProjectsHome')?.['properties']).toMatchObject({
        minify: true,
        splitting: true,
      });
    });

    it.each(['real', 'usual', 'everything'] as const)(
      'have room for their variables (%s)',
      (stage) => {
        for (const { name, variables } of graphs()[stage].functions) {
          // Lambda's limit is 4 kB; what AWS names is longer than what stands in for it here.
          const size = JSON.stringify(variables).length;
          expect(size, `${name} has ${size} bytes of variables`).toBeLessThan(3_500);
        }
      },
    );

    it('in the worker image name it by digest, which Lambda takes without a tag', () => {
      const images = graphs().usual.functions.flatMap(({ inputs }) => inputs['imageUri'] ?? []);
      expect(images.length).toBeGreaterThan(0);
      for (const image of images) expect(image).toMatch(/^[^:]+@sha256:[0-9a-f]{64}$/);
    });

    it('in the worker image begin with its programs by whole paths', () => {
      const images = graphs().usual.functions.flatMap(({ inputs }) => inputs['imageConfig'] ?? []);
      expect(images.length).toBeGreaterThan(0);
      for (const image of images) {
        const { entryPoints, commands } = image as { entryPoints: string[]; commands: string[] };
        expect(entryPoints.filter((word) => !/^(\/|--$)/.test(word))).toEqual([]);
        expect(commands).toEqual(['functions/images/worker/lambda.handler']);
      }
    });

    it('carry DuckDB as a layer where the manifest says so', () => {
      const { functions, of } = graphs().real;
      const [layer] = of('aws:lambda/layerVersion:LayerVersion');
      expect(layer?.inputs).toMatchObject({
        compatibleArchitectures: ['arm64'],
        compatibleRuntimes: ['nodejs24.x'],
      });
      const carrying = functions.filter(({ inputs }) => inputs['layers'] !== undefined);
      const engine = services.webhook.logEngine ?? [];
      const names = (file: string) =>
        functions.filter(({ name }) => name.startsWith(`lantern-test-${logicalName(file)}`));
      expect(carrying.length).toBeGreaterThanOrEqual(engine.length);
      for (const file of engine) {
        expect(names(file).length, file).toBeGreaterThan(0);
        for (const one of names(file)) expect(carrying, one.name).toContain(one);
      }
      const large = functions.filter(({ inputs }) => inputs['memorySize'] === 2048);
      expect(large.some(({ name }) => name.includes('-LogsEntriesListFunction'))).toBe(true);
    });

    it('run on the Node of the program, on the cheaper processor', () => {
      for (const { inputs } of graphs().usual.functions) {
        if (inputs['packageType'] === 'Image') continue;
        expect(inputs).toMatchObject({ runtime: 'nodejs24.x', architectures: ['arm64'] });
      }
    });
  });

  it.runIf(shown !== undefined)('docs/deploy.md shows what a rollout makes', () => {
    const now = rolloutTable(graphs().real.resources);
    expect(shown, 'run node scripts/rollout/table.ts --write').toBe(now);
  });
}
