import { describe, expect, it } from 'vitest';
import { jobRows, outcomeOf, weeksOf } from '#core/analysis/pages/dashboard/job-rows.ts';
import { selectEntries } from '#core/analysis/pages/dashboard/read-dashboard.ts';
import { sampleEntries, sampleRuns } from '#test/support/analysis/sample-analysis.ts';

type Entry = (typeof sampleEntries)[number];
const [, sample] = sampleEntries as [Entry, Entry];
const digest = {
  ...{ compared_with: null, new: 0, still_failing: 0, fixed: 0, passed: 9, retried: 0 },
  top_error: '',
};
const clean = { product_bugs: 0, code_issues: 0, infrastructure: 0, unclassified: 0 };
const run = (changes: Partial<Entry>): Entry => ({ ...sample, ...clean, ...changes });
const passed = { failure_count: 0 };

describe('jobRows', () => {
  it('gives each job its newest 20 runs, the newest last, and leaves out analyses without one', () => {
    const [first, second, ...others] = jobRows([...sampleRuns, run({ job_name: '' })]);
    expect(others).toEqual([]);
    expect(first?.runs.map(({ build_number }) => build_number)).toEqual(
      Array.from({ length: 20 }, (_, at) => 481 + at),
    );
    expect(second?.job_name).toBe('mobile/a-very-long-name-of-a-pipeline');
  });

  it('takes the newest analysis of a build, and counts the runs that failed in a row', () => {
    const [row] = jobRows([
      run({ job_id: 'again', build_number: 3, failure_count: 2 }),
      run({ job_id: 'older', build_number: 3, ...passed }),
      run({ job_id: 'late', build_number: 1, failure_count: 5 }),
      run({ job_id: 'two', build_number: 2, ...passed }),
      run({ job_id: 'open', build_number: 4, status: 'running' }),
    ]);
    expect(row?.runs.map(({ job_id }) => job_id)).toEqual(['late', 'two', 'again', 'open']);
    expect([row?.newest?.job_id, row?.failing]).toEqual(['again', 1]);
  });

  it.each([
    ['open', { status: 'waiting' }],
    ['unknown', { status: 'failed' }],
    ['passed', passed],
    ['flaky', { ...passed, digest: { ...digest, retried: 1 } }],
    ['product', { failure_count: 3, product_bugs: 1, code_issues: 2 }],
    ['code', { failure_count: 3, code_issues: 1, infrastructure: 2 }],
    ['infrastructure', { failure_count: 1, infrastructure: 1 }],
    ['none', { failure_count: 1, unclassified: 1 }],
  ] as const)('shows a run as %s', (outcome, changes) => {
    expect(outcomeOf(run(changes))).toBe(outcome);
  });
});

describe('weeksOf', () => {
  it('counts builds by the Monday of their week, each once', () => {
    const at = (created_at: string, build_number: number, failure_count: number) =>
      run({ created_at, build_number, failure_count });
    const entries = [
      at('2026-03-02T00:00:00.000Z', 5, 1),
      at('2026-03-01T23:59:59.000Z', 4, 0),
      at('2026-03-01T10:00:00.000Z', 4, 2),
      at('2026-02-23T00:00:00.000Z', 3, 2),
      at('2025-01-01T00:00:00.000Z', 1, 2),
    ];
    expect(weeksOf(entries, new Date('2026-03-08T23:00:00Z'), 3)).toEqual([
      { week: '2026-02-16', passed: 0, failed: 0 },
      { week: '2026-02-23', passed: 1, failed: 1 },
      { week: '2026-03-02', passed: 0, failed: 1 },
    ]);
  });
});

describe('the listing', () => {
  it.each([
    ['jobs', {}],
    ['analyses', { view: 'analyses' }],
    ['analyses', { status: 'review' }],
    ['analyses', { job: 'shop/nightly' }],
    ['jobs', { job: 'shop/nightly', view: 'jobs' }],
  ])('is that of %s for %j', (listing, wanted) => {
    expect(selectEntries(sampleEntries, wanted).selection.listing).toBe(listing);
  });

  it('is that of analyses where none has a job', () => {
    const all = [run({ job_name: '' })];
    expect(selectEntries(all, {}).selection.listing).toBe('analyses');
  });
});
