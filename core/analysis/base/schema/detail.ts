import * as z from 'zod/mini';

export const classifications = ['CODE ISSUE', 'PRODUCT BUG', 'INFRASTRUCTURE'] as const;
export const classification = z.enum([...classifications, '']);
export type Classification = z.output<typeof classification>;

export const codeFix = z.object({ file: z.string(), line: z.string(), change: z.string() });

export const trackerMatch = z.object({
  key: z.string(),
  summary: z.string(),
  status: z.string(),
  priority: z.string(),
  url: z.string(),
  score: z.number(),
});

export const bugReport = z.object({
  title: z.string(),
  severity: z.string(),
  component: z.string(),
  description: z.string(),
  evidence: z.string(),
  tracker_search_keywords: z.array(z.string()),
  tracker_matches: z.array(trackerMatch),
});

/** What the analysis says of one group of failures, as it is stored and answered. */
export const analysisDetail = z.object({
  classification,
  affected_tests: z.array(z.string()),
  details: z.string(),
  artifacts_evidence: z.string(),
  /** False: the model has none to suggest. Of a CODE ISSUE alone. */
  code_fix: z.optional(z.union([codeFix, z.literal(false)])),
  /** Only a PRODUCT BUG has it. */
  product_bug_report: z.optional(z.union([bugReport, z.literal(false)])),
});

export type AnalysisDetail = z.output<typeof analysisDetail>;

/** The analysis under another class, without what belongs to the class before. */
export function withClass(detail: AnalysisDetail, classification: Classification): AnalysisDetail {
  const { code_fix: fix, product_bug_report: bug, ...rest } = detail;
  return {
    ...rest,
    classification,
    ...(classification === 'CODE ISSUE' && fix !== undefined && { code_fix: fix }),
    ...(classification === 'PRODUCT BUG' && bug !== undefined && { product_bug_report: bug }),
  };
}
