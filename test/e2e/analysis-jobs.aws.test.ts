import { describe, expect, it } from 'vitest';
import { openAnalysisWorld } from '#test/support/analysis-world.ts';
import { eachTest } from '#test/support/each-test.ts';
import { onFirstBackend } from '#test/support/on-each-backend.ts';
import { onAws } from '#test/support/world.ts';
import { analysisJobsSuite } from './analysis-jobs-suite.ts';

describe('analyses on the AWS adapters', () =>
  onFirstBackend((on) => {
    analysisJobsSuite(onAws(on));

    describe('behind API Gateway', () => {
      const environment = { LANTERN_STREAM_URL: 'https://stream.example/' };
      const world = eachTest(() => openAnalysisWorld(onAws(on), environment));

      it('a body above 4 MB is refused with the way for larger ones', async () => {
        const { status, json } = await world().analyze({ raw_xml: 'x'.repeat(4_000_000) });
        expect([status, json()]).toEqual([
          413,
          {
            detail:
              'A body may have 4 MB here: send the XML to the address that POST /uploads gives, and its upload_id as raw_xml_upload',
          },
        ]);
      });

      it('a caller that waits is told after 25 seconds where the result will be', async () => {
        world().say({ hang: true });
        const failures = [{ test_name: 'a', error_message: 'boom' }];
        const waiting = world().analyze({ failures });
        await expect.poll(() => world().calls().length).toBe(1);
        await world().clock.advance(25_000);
        const { status, json } = await waiting;
        expect([status, json()]).toMatchObject([202, { status: 'queued' }]);
        const { job_id } = json() as { job_id: string };
        const cancelled = await world().send({
          ...{ method: 'POST', path: `/results/${job_id}/cancel` },
        });
        expect(cancelled.status).toBe(202);
        await world().clock.advance(1_000);
      });
    });
  }));
