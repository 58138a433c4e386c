import { describe, expect, it } from 'vitest';
import { selectEntries } from '#core/analysis/pages/dashboard/read-dashboard.ts';
import { testLink } from '#core/analysis/pages/words.ts';
import { sampleEntries } from '#test/support/analysis/sample-analysis.ts';

describe('selectEntries', () => {
  it.each([
    ['nothing', {}, ['job_1', 'job_2', 'job_3', 'job_4']],
    ['what runs', { status: 'open' }, ['job_1']],
    ['what is to review', { status: 'review' }, ['job_2']],
    ['what is reviewed', { status: 'reviewed' }, ['job_4']],
    ['what failed', { status: 'failed' }, ['job_3']],
    ['a class', { class: 'infrastructure' }, ['job_2', 'job_4']],
    ['a job', { job: 'shop/nightly' }, ['job_1', 'job_2', 'job_4']],
    ['words of a name and a build', { q: 'NIGHTLY #480' }, ['job_4']],
    ['words of an error', { q: 'not found' }, ['job_3']],
    ['what is nowhere', { q: 'nightly nowhere' }, []],
  ])('shows what a reader asks for: %s', (_, wanted, ids) => {
    expect(selectEntries(sampleEntries, wanted).entries.map(({ job_id }) => job_id)).toEqual(ids);
  });

  it('counts what stands where among those that match, and shows 50 on a page', () => {
    const [, entry] = sampleEntries;
    const many = Array.from({ length: 120 }, (_, at) => ({ ...entry!, job_id: `job_${at}` }));
    const { entries, selection } = selectEntries([...many, ...sampleEntries], { page: '3' });
    expect([entries.length, selection.pages, selection.from]).toEqual([24, 3, 101]);
    expect(selection.counts).toEqual({ open: 1, review: 121, reviewed: 1, failed: 1 });
  });
});

describe('testLink', () => {
  it.each([
    ['a/b c', '<a href="/history/test/a%2Fb%20c">a/b c</a>'],
    ['', '(no name)'],
    ['.', '.'],
    ['..', '..'],
    ['...', '<a href="/history/test/...">...</a>'],
    // The history keeps half a surrogate pair as U+FFFD.
    ['\ud800', '<a href="/history/test/%EF%BF%BD">\ufffd</a>'],
  ])('%j is shown as %s', (name, shown) => {
    expect(String(testLink(name))).toBe(shown);
  });
});
