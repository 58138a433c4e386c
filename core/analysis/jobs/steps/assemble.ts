import type { AnalysisDetail } from '#core/analysis/base/schema/detail.ts';
import { detailsOf } from '#core/analysis/explain/group-outcome.ts';
import { signatureReader } from '#core/analysis/explain/grouping/signatures.ts';
import type { InputFailure } from '#core/analysis/intake/input/input-failure.ts';
import type { Place } from '#core/analysis/base/schema/place.ts';
import type { FailureAnalysis } from '#core/analysis/base/schema/result.ts';
import type { Job, JobGroup } from '#core/analysis/base/tables/tables.ts';

/** The message of a failure in the result, in characters. */
const longestError = 10_000;
/** Of the names in the lists of all failures together, in characters of JSON: the answer and the XML
 * repeat the list of a group at each of its failures. */
const mostNameCharacters = 20_000_000;
const quotesAndComma = 3;

export interface Assembled {
  /** In the order of the input. Those of one group share the analysis. */
  readonly failures: FailureAnalysis[];
  /** Where the XML takes them; of the failure with the same index. */
  readonly places: (Place | undefined)[];
  readonly uniqueErrors: number;
  /** Failures whose group a model or a person has classified. */
  readonly analyzed: number;
}

/** Gives each failure of the input the analysis of its group. */
export async function assemble(
  input: AsyncIterable<InputFailure>,
  { failure_count }: Pick<Job, 'failure_count'>,
  groups: readonly JobGroup[],
): Promise<Assembled> {
  const listCharacters = mostNameCharacters / Math.max(1, failure_count);
  const outcomes = new Map(groups.map((group) => [group.group_key, outcomeOf(group)]));
  const reader = signatureReader();
  const failures: FailureAnalysis[] = [];
  const places: Assembled['places'] = [];
  let analyzed = 0;
  for await (const failure of input) {
    const { test_name, error_message, place } = failure;
    const { exact, normalized } = reader.read(failure);
    const outcome = outcomes.get(normalized) ?? outcomes.get(exact);
    if (!outcome) throw new Error('a failure has no group');
    const { group, analysisOf } = outcome;
    outcome.list(test_name, listCharacters);
    failures.push({
      test_name,
      error: error_message.slice(0, longestError),
      analysis: analysisOf(exact),
      error_signature: exact,
      peer_debate: group.peer_debate,
    });
    // The XML gets nothing from a model that did not answer.
    places.push(group.source === 'failed' ? undefined : place);
    if (group.source !== 'failed') analyzed += 1;
  }
  return { failures, places, uniqueErrors: reader.uniqueErrors(), analyzed };
}

function outcomeOf(group: JobGroup) {
  const tests: string[] = [];
  let characters = 0;
  const made = new Map<AnalysisDetail | null, AnalysisDetail>();
  const detailOf = detailsOf(group);
  return {
    group,
    /** Adds a name to the list in every analysis of the group; the first one always. */
    list(name: string, most: number): void {
      characters += name.length + quotesAndComma;
      if (characters <= most || tests.length === 0) tests.push(name);
    },
    analysisOf: (signature: string): AnalysisDetail => {
      const detail = detailOf(signature);
      const analysis = made.get(detail) ?? { ...(detail ?? noDetail), affected_tests: tests };
      made.set(detail, analysis);
      return analysis;
    },
  };
}

const noDetail: AnalysisDetail = {
  ...{ classification: '', affected_tests: [], details: '', artifacts_evidence: '' },
};
