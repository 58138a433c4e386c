import { describe, expect, it } from 'vitest';
import { failureHistory } from '#core/analysis/base/tables/tables.ts';
import { addJob, failure } from '#test/support/analysis-jobs.ts';
import { onLocal, openWorld } from '#test/support/world.ts';
import { analysisDiscussionSuite } from './analysis-discussion-suite.ts';

describe('discussion on SQLite and files', () => {
  analysisDiscussionSuite(onLocal);

  it('an override changes more failures than a page of records has', async () => {
    const world = await openWorld(onLocal, 'analysis');
    try {
      const names = Array.from({ length: 1_100 }, (_, at) => `test ${at}`);
      const failures = names.map((name) => failure(name, { error: 'boom' }));
      await addJob(world.platform, { id: 'job_1' }, { failures, child_job_analyses: [] });
      const reply = await world.send({
        ...{ method: 'PUT', path: '/results/job_1/override-classification' },
        body: { test_name: 'test 7', classification: 'INFRASTRUCTURE' },
      });
      expect(reply.status).toBe(200);
      const { total } = await world.platform.records.list(failureHistory, {
        ...{ where: { job_id: 'job_1' }, filter: { classification: 'INFRASTRUCTURE' } },
        total: true,
      });
      expect(total).toBe(1_100);
    } finally {
      await world.close();
    }
  });
});
