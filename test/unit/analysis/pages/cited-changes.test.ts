import { expect, it } from 'vitest';
import { citedChanges } from '#core/analysis/pages/job/view/cited-changes.ts';
import { readProblem } from '#core/analysis/explain/grouping/read-problem.ts';
import type { AnalysisDetail } from '#core/analysis/base/schema/detail.ts';

const files = ['src/cart.ts', 'shop/src/main/java/shop/Cart.java', 'lib/cart.py', 'docs/art.ts'];
const nothing: AnalysisDetail = {
  classification: 'CODE ISSUE',
  affected_tests: [],
  details: 'src/cart.ts:5 is in prose, which is no quote.',
  artifacts_evidence: '',
};
const cited = (detail: Partial<AnalysisDetail>, stack_trace = '') =>
  citedChanges(
    { files },
    { ...nothing, ...detail },
    readProblem({ error_message: 'boom', stack_trace }).frames,
  );

it.each<[string, Partial<AnalysisDetail>, string, string[]]>([
  ['nothing', {}, '', []],
  ['a quote', { artifacts_evidence: 'src/cart.ts:5: total += 1' }, '', ['src/cart.ts']],
  [
    'a quote in a list',
    { artifacts_evidence: 'a:1: x\n- shop/src/cart.ts:5: x' },
    '',
    ['src/cart.ts'],
  ],
  ['another file', { artifacts_evidence: 'src/mycart.ts:5: x\ncart.ts:5: x' }, '', []],
  ['a change', { code_fix: { file: 'lib/cart.py', line: '2', change: '-x' } }, '', ['lib/cart.py']],
  [
    'a bug report',
    {
      product_bug_report: {
        ...{ title: '', severity: '', component: '', description: '' },
        ...{ evidence: 'lib/cart.py:9: x', tracker_search_keywords: [], tracker_matches: [] },
      },
    },
    '',
    ['lib/cart.py'],
  ],
  ['a frame of Node', {}, 'Error: boom\n    at total (/app/src/cart.ts:17:3)', ['src/cart.ts']],
  [
    'a frame of Windows',
    {},
    'Error: boom\n    at total (C:\\app\\src\\cart.ts:17:3)',
    ['src/cart.ts'],
  ],
  [
    'a frame of Python',
    {},
    '  File "/app/lib/cart.py", line 3, in total\n    raise X',
    ['lib/cart.py'],
  ],
  ['a frame of the JVM', {}, 'boom\n\tat shop.Cart.total(Cart.java:17)', [files[1] as string]],
  ['a class of another package', {}, 'boom\n\tat toys.Cart.total(Cart.java:17)', []],
])('finds the changed files that a cause names: %s', (_, detail, stack, expected) => {
  expect(cited(detail, stack)).toEqual(expected);
});
