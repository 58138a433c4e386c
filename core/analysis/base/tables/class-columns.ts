import type { Classification } from '../schema/detail.ts';
import type { Job } from './tables.ts';

type ClassColumn = 'code_issues' | 'product_bugs' | 'infrastructure' | 'unclassified';

const columns: Readonly<Record<Classification, ClassColumn & keyof Job>> = {
  'CODE ISSUE': 'code_issues',
  'PRODUCT BUG': 'product_bugs',
  INFRASTRUCTURE: 'infrastructure',
  '': 'unclassified',
};

/** The counts of no failures. */
export function noCounts(): Record<ClassColumn, number> {
  return { code_issues: 0, product_bugs: 0, infrastructure: 0, unclassified: 0 };
}

/** The column of a job's row that counts the failures of a class. */
export function countOf(classification: Classification): ClassColumn {
  return columns[classification];
}
