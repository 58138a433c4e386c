import { expect, it } from 'vitest';
import { claimCooldown } from '#core/analysis/alerts/handle-alert.ts';
import { createOnce } from '#core/analysis/issues/create-once.ts';
import type { IssuePlace } from '#core/analysis/issues/places/issue-place.ts';
import { issues } from '#core/analysis/base/tables/issue-table.ts';
import { overrideClassification } from '#core/analysis/results/override-classification.ts';
import { signatureOverrides } from '#core/analysis/base/tables/tables.ts';
import { addJob, failure } from '#test/support/analysis/analysis-jobs.ts';
import { eachTest } from '#test/support/each-test.ts';
import { onLocal, openWorld } from '#test/support/world.ts';

const world = eachTest(() => openWorld(onLocal, 'analysis'));
const start = '2026-03-01T12:00:00.000Z';

it('an issue whose search outlasts the lease is filed under a new lease (R1)', async () => {
  const { platform, clock } = world();
  const { records } = platform;
  const leaseMilliseconds = 20_000;
  const place = { job_id: 'job_1', test_name: 't', child_job_name: '', child_build_number: 0 };
  const identity = { id: 'issue_1', ...place };
  const times = { created_at: start, lease_until: start, expires_at: null };
  await records.insert(issues, { ...identity, target: 'scm', ...times });
  let left: number | undefined;
  const slow: IssuePlace = {
    ...{ target: 'scm', name: 'slow', longestBody: 100, leaseMilliseconds },
    similar: async () => [],
    async find() {
      await clock.advance(leaseMilliseconds + 1);
      return undefined;
    },
    async create({ title }) {
      const row = await records.get(issues, { id: 'issue_1' });
      left = Date.parse(row?.lease_until ?? '') - clock.now().getTime();
      return { url: 'https://host/1', title, key: '', number: 1 };
    },
  };
  await createOnce(platform, slow, identity, () => ({ title: 't', body: 'b' }));
  expect(left).toBe(leaseMilliseconds);
});

it('two claims of one read version of the cooldown are one alert (R2)', async () => {
  const { platform, clock } = world();
  const { records } = platform;
  const alert = { event: 'dead_letter', reason: 'r' } as const;
  await claimCooldown(platform, alert, 'earlier');
  await clock.advance(300_000);
  let waiting: (() => void)[] = [];
  const get: typeof records.get = async (...query) => {
    const row = await records.get(...query);
    if (waiting.length < 2)
      await new Promise<void>((resolve) => waiting.push(resolve) === 2 && release());
    return row;
  };
  const release = () => waiting.forEach((resolve) => resolve());
  const needs = { ...platform, records: { ...records, get } };
  const claims = ['one', 'two'].map((work) => claimCooldown(needs, alert, work));
  expect((await Promise.all(claims)).sort()).toEqual([false, true]);
  waiting = [];
});

it('the cooldown of an alert ends when the clock was a day ahead (R7)', async () => {
  const { platform, clock } = world();
  const alert = { event: 'dead_letter', reason: 'r' } as const;
  clock.jump(86_400_000);
  await claimCooldown(platform, alert, 'earlier');
  clock.jump(-86_400_000);
  expect(await claimCooldown(platform, alert, 'later')).toBe(true);
});

it('an override of a failure without a signature is not remembered', async () => {
  const { platform } = world();
  const failures = [{ ...failure('job#1'), error_signature: '' }];
  await addJob(platform, { id: 'job_1' }, { failures, child_job_analyses: [] });
  const target = { test_name: 'job#1', child_job_name: '', child_build_number: 0 };
  const body = { ...target, classification: 'INFRASTRUCTURE' as const, reason: '' };
  await overrideClassification(platform, { username: 'uma' }, 'job_1', body);
  expect((await platform.records.list(signatureOverrides)).rows).toEqual([]);
});
