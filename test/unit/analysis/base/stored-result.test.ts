import { expect, it } from 'vitest';
import { packResult, unpackResult } from '#core/analysis/base/schema/stored-result.ts';
import type { AnalysisDetail } from '#core/analysis/base/schema/detail.ts';

const detail = (details: string): AnalysisDetail => ({
  ...{ classification: 'CODE ISSUE', affected_tests: ['a', 'b'], details, artifacts_evidence: '' },
  code_fix: { file: 'src/a.ts', line: '3', change: 'return' },
});
const failure = (test_name: string, analysis: AnalysisDetail) => ({
  ...{ test_name, error: 'boom', error_signature: 'abc', analysis, peer_debate: null },
});

it('a result file gives back what was stored, and holds each analysis once', () => {
  const [one, two] = [detail('shared by two'), detail('of a child')];
  const child = {
    ...{ job_name: 'child', build_number: 7, ci_url: null, summary: null, note: 'a note' },
    failures: [failure('c', two)],
  };
  const result = {
    failures: [failure('a', one), failure('b', one)],
    child_job_analyses: [{ ...child, failed_children: [{ ...child, failed_children: [] }] }],
  };
  const text = packResult(result);
  expect(unpackResult(text)).toEqual(result);
  expect([text.split('shared by two').length, text.split('of a child').length]).toEqual([2, 2]);
  const { failures } = unpackResult(text);
  expect(failures[0]?.analysis).toBe(failures[1]?.analysis);
});
