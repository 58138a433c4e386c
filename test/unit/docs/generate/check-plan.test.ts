import { describe, expect, it } from 'vitest';
import { checkPlan, maxPages, readPlan } from '#core/docs/generate/plan/check-plan.ts';
import { pagesIn } from '#core/docs/plan.ts';

const page = (slug: unknown, title: unknown = 'T', description: unknown = 'd') => ({
  slug,
  title,
  description,
});
const planOf = (...pages: unknown[]) =>
  checkPlan({ project_name: 'P', navigation: [{ group: 'G', pages }] }, 'sample');
const slugsOf = (...slugs: unknown[]) =>
  pagesIn(planOf(...slugs.map((slug) => page(slug)))).map(({ slug }) => slug);

describe('slugs', () => {
  it.each<[string, unknown[], string[]]>([
    ['stay', ['a', '0-b', 'x'.repeat(80)], ['a', '0-b', 'x'.repeat(80)]],
    ['are lower case without other characters', ['Getting Started!'], ['getting-started']],
    ['hold no path', ['../../etc/passwd', '/a/b', 'a\\b'], ['etc-passwd', 'a-b', 'a-b-2']],
    ['are cut', ['y'.repeat(200)], ['y'.repeat(80)]],
    ['differ', ['a', 'A', 'a', 'a-2'], ['a', 'a-2', 'a-3', 'a-2-2']],
    ['are no file of the site', ['index', 'INDEX', '404'], ['index-2', 'index-3', '404-2']],
    ['come from the title when there is none', ['', '文档', 5, null], ['t', 't-2', 't-3', 't-4']],
  ])('%s', (_, given, slugs) => expect(slugsOf(...given)).toEqual(slugs));
});

describe('a plan', () => {
  it('keeps what is known and drops the rest', () => {
    const plan = checkPlan(
      {
        project_name: ' The\n\u202eproject\u2066 ',
        extra: 1,
        navigation: [
          { group: 'A', more: {}, pages: [{ ...page('a', 'A\u0000\u2028\u202cB'), extra: true }] },
          { group: 7, pages: [{ slug: 'b' }, 'no page', null, {}, { title: '' }] },
          { group: 'empty', pages: [] },
          { group: 'none' },
          'no group',
          null,
        ],
      },
      'sample',
    );
    expect(plan).toEqual({
      project_name: 'The project',
      tagline: '',
      navigation: [
        { group: 'A', pages: [{ slug: 'a', title: 'A B', description: 'd' }] },
        { group: 'Documentation', pages: [{ slug: 'b', title: 'b', description: '' }] },
      ],
    });
  });

  it('bounds what is shown', () => {
    const plan = checkPlan(
      {
        project_name: 'n'.repeat(1_000_000),
        tagline: 't'.repeat(1_000_000),
        navigation: [{ group: 'g'.repeat(9_999), pages: [page('a', 'x'.repeat(9_999))] }],
      },
      'sample',
    );
    expect(JSON.stringify(plan).length).toBeLessThan(2_000);
  });

  it.each<[string, object]>([
    ['nothing', {}],
    ['groups without pages', { navigation: [{ group: 'a', pages: [] }, { group: 'b' }] }],
    ['pages that are none', { navigation: [{ group: 'a', pages: [1, [], { title: ' ' }] }] }],
  ])('with %s is refused', (_, plan) => {
    expect(() => checkPlan({ project_name: 'P', ...plan }, 'sample')).toThrow(
      /^Plan contains no pages$/,
    );
  });

  it.each([maxPages, 10_000])('of %i pages is taken up to the limit', (count) => {
    const pages = Array.from({ length: count }, () => page('same'));
    const read = () => pagesIn(planOf(...pages)).length;
    if (count === maxPages) expect(read()).toBe(count);
    else expect(read).toThrow('Plan contains too many pages (10000, at most 1000)');
  });

  it.each(['', 'no JSON', '[{"navigation":1}', '{"navigation": [', '['.repeat(100_000)])(
    'is not %.20j',
    (answer) => {
      expect(() => readPlan(answer, 'sample')).toThrow(
        /^(Failed to parse planner output as JSON|Plan contains no pages)$/,
      );
    },
  );
});
