import { withClass, type AnalysisDetail, type Classification } from '../base/schema/detail.ts';
import type { Findings } from '../base/schema/params.ts';
import type { JobGroup } from '../base/tables/job-tables.ts';

type Outcome = Pick<JobGroup, 'detail' | 'overridden'>;

/** The analysis of a group by signature: a person's class for a signature wins over the model's.
 * Signatures with the same class share one object. */
export function detailsOf({
  detail,
  overridden,
}: Outcome): (signature: string) => AnalysisDetail | null {
  const classes = new Map(overridden.map((each) => [each.signature, each.classification]));
  const details = new Map<Classification | undefined, AnalysisDetail>();
  return (signature) => {
    const classification = classes.get(signature);
    if (!detail || classification === undefined || classification === detail.classification) {
      return detail;
    }
    const copy = details.get(classification) ?? withClass(detail, classification);
    details.set(classification, copy);
    return copy;
  };
}

/** What the analysis of all groups found out about itself. */
export function findingsOf(
  groups: readonly Pick<JobGroup, 'overridden' | 'unverified_quotes'>[],
  notes: readonly string[],
): Findings {
  const applied = groups.flatMap(({ overridden }) => overridden);
  return {
    unverified_quotes: groups.reduce((sum, each) => sum + each.unverified_quotes, 0),
    overrides_applied: applied.map((each) => ({ ...each, source: 'override' as const })),
    notes: [...notes],
  };
}
