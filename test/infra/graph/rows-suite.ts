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

    it('is missed where a kind of row has no effect', () => {
      const missing = missingRows(everyKind, graphs().forgetful, inImage);
      expect(missing).toEqual(
        expect.arrayContaining([
          'docs/docs-small: worked off by functions/docs/small.job.handler',
          'docs/docs-small-dead: noted',
          'docs/docs-large: worked off by image of docs/docs-large',
          'docs socket /live $connect',
          'docs socket /live $disconnect',
          'docs socket /live $default',
          'docs schedule docs-tick',
          'docs stream of docs-changes',
          'webhook/webhook-deliveries: worked off by functions/webhook/process.job.handler',
        ]),
      );
    });

    it('is missed where a row is added', () => {
      const missing = missingRows(everyKind, graphs().real, inImage);
      expect(missing).toEqual(
        expect.arrayContaining([
          'docs POST /api/slow',
          'docs stream docs/slow.ts',
          'docs DELETE /api/slow/{name}',
          'docs/docs-small: gives up to -dead',
        ]),
      );
    });
  });
}
