import type { AnalysisDetail, Classification } from './detail.ts';

/** The analysis under another class, without what belongs to the class before. */
export function withClass(detail: AnalysisDetail, classification: Classification): AnalysisDetail {
  const { code_fix: fix, product_bug_report: bug, ...rest } = detail;
  return {
    ...{ ...rest, classification },
    ...(classification === 'CODE ISSUE' && fix !== undefined && { code_fix: fix }),
    ...(classification === 'PRODUCT BUG' && bug !== undefined && { product_bug_report: bug }),
  };
}
