import { expect, it } from 'vitest';
import type { AnalysisDetail } from '#core/analysis/base/schema/detail.ts';
import { detailsOf } from '#core/analysis/explain/group-outcome.ts';

const detail: AnalysisDetail = {
  ...{ classification: 'CODE ISSUE', affected_tests: [], details: 'd', artifacts_evidence: '' },
  code_fix: false,
};
const overridden = [
  { signature: 'b', classification: 'PRODUCT BUG' as const },
  { signature: 'c', classification: 'PRODUCT BUG' as const },
  { signature: 'd', classification: 'CODE ISSUE' as const },
];

it('gives the class of a person to its signature alone', () => {
  const of = detailsOf({ detail, overridden });
  const { code_fix: _, ...rest } = detail;
  expect(of('a')).toBe(detail);
  expect(of('b')).toEqual({ ...rest, classification: 'PRODUCT BUG' });
  expect(of('c')).toBe(of('b'));
  expect(of('d')).toBe(detail);
  expect(detailsOf({ detail: null, overridden })('b')).toBe(null);
});
