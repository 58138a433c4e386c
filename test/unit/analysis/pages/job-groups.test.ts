import { describe, expect, it } from 'vitest';
import { evidenceLinks } from '#core/analysis/pages/job/view/evidence-links.ts';
import { numberedFailures, groupsOf, selectGroups } from '#core/analysis/pages/job/view/groups.ts';
import { prose } from '#core/web/parts/prose.ts';
import { childJob, failure } from '#test/support/analysis/analysis-jobs.ts';
import {
  sampleComparison,
  sampleDiscussion,
  sampleJob,
  sampleResult,
} from '#test/support/analysis/sample-analysis.ts';

const job = sampleJob();
const groups = groupsOf(numberedFailures(sampleResult()), sampleDiscussion, sampleComparison, job);

describe('groupsOf', () => {
  it('has one group for each explanation, the new ones first, then by class', () => {
    expect(
      groups.map(({ analysis, tests, isNew, isReviewed, child_job_name }) => [
        ...[analysis.classification, tests.length, isNew, isReviewed, child_job_name],
      ]),
    ).toEqual([
      ['PRODUCT BUG', 3, true, false, ''],
      ['CODE ISSUE', 1, false, false, ''],
      ['INFRASTRUCTURE', 2, false, false, 'shop/e2e'],
      ['', 1, false, true, ''],
    ]);
  });

  it('has the comments on all its tests by time', () => {
    const [first] = sampleDiscussion.comments;
    if (!first) throw new Error('no comment');
    const [a, b] = groups[0]?.tests.map(({ name }) => name) ?? [];
    const comments = [a, b, a].map((test_name = '', id) => ({ ...first, test_name, id }));
    const said = { comments, reviews: {} };
    const [group] = groupsOf(numberedFailures(sampleResult()), said, sampleComparison, job);
    expect(group?.comments.map(({ id }) => id)).toEqual([0, 1, 2]);
  });

  it('keeps failures of several builds, and those of two classes, apart', () => {
    const own = failure('a');
    const result = {
      failures: [own, failure('a', { classification: 'INFRASTRUCTURE' }), own],
      child_job_analyses: [childJob('child', 1, [own]), childJob('child', 2, [own])],
    };
    const found = groupsOf(numberedFailures(result), { comments: [], reviews: {} }, undefined, job);
    expect(found.map(({ position, tests }) => [position, tests.length])).toEqual([
      [0, 2],
      [3, 1],
      [4, 1],
      [1, 1],
    ]);
  });
});

describe('selectGroups', () => {
  it.each([
    ['nothing', {}, [0, 3, 5, 4]],
    ['a class', { class: 'code' }, [3]],
    ['what is new', { only: 'new' }, [0]],
    ['what is to review', { only: 'open' }, [0, 3, 5]],
    ['words of a test and of an error', { q: 'ECONNREFUSED by_card' }, [5]],
    ['words that are nowhere', { q: 'ECONNREFUSED login' }, []],
    ['one group', { group: '4' }, [4]],
  ])('shows what a reader asks for: %s', (_, query, positions) => {
    const { shown } = selectGroups(groups, query);
    expect(shown.map(({ position }) => position)).toEqual(positions);
  });

  it('shows 25 groups on a page', () => {
    const [first] = groups;
    const many = Array.from({ length: 60 }, (_, position) => ({ ...first!, position }));
    const { shown, page, pages } = selectGroups(many, { page: '3' });
    expect([shown.length, shown[0]?.position, page, pages]).toEqual([10, 50, 3, 3]);
  });
});

describe('evidenceLinks', () => {
  const link = evidenceLinks(sampleJob().params);
  const tests = 'https://github.com/example/shop-tests/blob/main';
  it.each([
    ['src/a.ts', '4', `${tests}/src/a.ts#L4`],
    ['shop-tests/src/a.ts', '4', `${tests}/src/a.ts#L4`],
    ['shop/src/a b.ts', '4', 'https://github.com/example/shop/blob/HEAD/src/a%20b.ts#L4'],
    ['src/a.ts', 'whole', `${tests}/src/a.ts`],
    ['error-message', '1', undefined],
    ['build-artifacts/log.txt', '1', undefined],
  ])('%s:%s leads to %s', (source, line, url) => {
    expect(link(source, line)).toBe(url);
  });
});

describe('prose', () => {
  it.each([
    ['# Title', '<p class="prose-heading">Title</p>'],
    ['[a](b.md) and [c](#d)', '<p>a and c</p>'],
    ['<b>x</b>', '<p>&lt;b&gt;x&lt;/b&gt;</p>'],
    ['> [!note]\n> x', '<div class="callout note">'],
  ])('%j becomes %s', (markdown, part) => {
    expect(prose(markdown).toString()).toContain(part);
  });

  it.each([
    ['a very long text', 'x'.repeat(20_001)],
    ['a deeply nested one', '> '.repeat(80)],
  ])('shows %s as it is', (_, markdown) => {
    expect(prose(markdown).toString()).toMatch(/^<pre class="snippet"/);
  });
});
