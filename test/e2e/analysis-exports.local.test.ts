import { describe, expect, it } from 'vitest';
import { jobFolder } from '#core/analysis/base/job-files.ts';
import { failureHistory, jobGroups, jobs } from '#core/analysis/base/tables/tables.ts';
import { asAdmin } from '#test/support/actors.ts';
import { openAnalysisWorld } from '#test/support/analysis-world.ts';
import { onLocal } from '#test/support/world.ts';
import { analysisExportsSuite } from './analysis-exports-suite.ts';

describe('exports on SQLite and files', () => {
  analysisExportsSuite(onLocal);

  it('deleting an analysis at work ends its model and leaves nothing (R1)', async () => {
    const world = await openAnalysisWorld(onLocal);
    try {
      const { records, blobs } = world.platform;
      world.say({ hang: true });
      const failures = [{ test_name: 'login', error_message: 'boom' }];
      const queued = await world.analyze({ failures }, { prefer: 'respond-async' });
      const { job_id } = queued.json() as { job_id: string };
      const patience = { interval: 20 };
      await expect.poll(() => world.calls().length, patience).toBe(1);
      const path = `/results/${job_id}`;
      const reply = await world.send({ method: 'DELETE', path, headers: asAdmin });
      expect([reply.status, reply.json()]).toEqual([200, { status: 'deleted', job_id }]);
      await world.clock.advance(1_000);
      const pid = world.calls()[0]?.pid ?? 0;
      await expect.poll(() => isAlive(pid), patience).toBe(false);
      for (const table of [jobs, jobGroups, failureHistory]) {
        const count = async () => (await records.list(table as typeof jobs)).rows.length;
        expect(await count()).toBe(0);
      }
      expect((await blobs.list(jobFolder(job_id))).entries).toEqual([]);
    } finally {
      await world.close();
    }
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
