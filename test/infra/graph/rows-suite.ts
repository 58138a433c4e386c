import { describe, expect, it } from 'vitest';
import { services } from '#functions/manifest.ts';
import { missingRows } from '#test/support/rollout-graph/rows.ts';
import { services as everyKind } from '#test/support/rollout-graph/manifest.ts';
import type { Graphs } from './graphs.ts';

const inImage = { worker: (job: string) => `image of ${job}` };
const inTask = { worker: () => 'functions/images/worker/launch.handler' };

export function rowsSuite(graphs: () => Graphs): void {
  describe('the manifest', () => {
    it('is on AWS, row by row', () => {
      expect(missingRows(services, graphs().real, inImage)).toEqual([]);
    });

    it('is there with a row of every kind', () => {
      expect(missingRows(everyKind, graphs().usual, inImage)).toEqual([]);
    });

    it('is there where tasks do the work', () => {
      expect(missingRows(everyKind, graphs().everything, inTask)).toEqual([]);
    });
  });
}
