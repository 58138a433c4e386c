import type { AnalysisDetail } from '../../base/schema/detail.ts';
import { detailsOf } from '../../explain/group-outcome.ts';
import { maxGroups, maxListed } from '../../explain/grouping/make-groups.ts';
import { signatureReader, textKey } from '../../explain/grouping/signature.ts';
import { type InputFailure, readFailures } from '../../intake/input/input-failure.ts';
import type { Place } from '../../base/schema/place.ts';
import type { ChildJobAnalysis } from '../../base/schema/result.ts';
import type { Job, JobGroup } from '../../base/tables/job-tables.ts';
import { maskedStart, maskSecrets, maskTokens } from '#core/text/mask.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { buildFailures } from '../../base/job-files.ts';
import type { StoredFailure, StoredResult, Trace } from '../../base/schema/stored-result.ts';
import { readTree, type BuildNode } from '../../intake/builds/build-tree.ts';

/** The message of a failure in the result, in characters. */
const maxErrorLength = 10_000;
/** Characters of JSON of the names in the lists of all failures together: the answer and the XML
 * repeat the list of a group at each of its failures. */
const maxNameCharacters = 20_000_000;
const quotesAndComma = 3;
/** Characters of a stack trace, and of all of a build together. */
const maxTrace = 10_000;
const maxTraces = 4_000_000;

export interface Assembled {
  /** In the order of the input. Those of one group share the analysis. */
  readonly failures: StoredFailure[];
  /** Where the XML takes them; of the failure with the same index. */
  readonly places: (Place | undefined)[];
  readonly uniqueErrors: number;
  /** Failures whose group a model or a person has classified. */
  readonly analyzed: number;
}

/** Gives each failure of the input the analysis of its group. */
export async function assemble(
  input: AsyncIterable<InputFailure>,
  { failure_count, groups: groupCount }: Pick<Job, 'failure_count' | 'groups'>,
  groups: readonly JobGroup[],
  traces: Traces,
): Promise<Assembled> {
  const listCharacters = maxNameCharacters / Math.max(1, failure_count);
  const outcomes = new Map(groups.map((group) => [group.group_key, outcomeOf(group)]));
  const bySignature =
    groupCount < maxGroups ? outcomesBySignature([...outcomes.values()]) : undefined;
  const reader = signatureReader();
  const failures: StoredFailure[] = [];
  const places: Assembled['places'] = [];
  let analyzed = 0;
  for await (const failure of input) {
    const { test_name, error_message, stack_trace, output = '', place } = failure;
    const { exact, normalized } = reader.read(failure);
    let outcome = bySignature?.get(exact) ?? outcomes.get(normalized()) ?? outcomes.get(exact);
    if (!outcome) {
      if (groupCount < maxGroups) throw new Error('a failure has no group');
      outcome = outcomeOf({ group_key: normalized(), ...notAnalyzed });
      outcomes.set(outcome.group.group_key, outcome);
    }
    const { group, analysisOf } = outcome;
    outcome.list(test_name, listCharacters);
    failures.push({
      test_name,
      error: traces.message(error_message),
      analysis: analysisOf(exact),
      error_signature: exact,
      peer_debate: group.peer_debate,
      group: group.group_key,
      ...(group.source === 'failed' && { is_unanswered: true }),
      ...traces.add(stack_trace, output),
    });
    // The XML gets nothing from a model that did not answer.
    places.push(group.source === 'failed' ? undefined : place);
    if (group.source !== 'failed') analyzed += 1;
  }
  return { failures, places, uniqueErrors: reader.uniqueErrors(), analyzed };
}

/** The group of a failure by its exact signature, which takes less time to compute, where only one group
 * has it. Undefined: a group does not list all. */
function outcomesBySignature(outcomes: readonly Outcome[]) {
  if (outcomes.some(({ group }) => group.signatures.length >= maxListed)) return undefined;
  const bySignature = new Map<string, Outcome | undefined>();
  for (const outcome of outcomes) {
    for (const signature of outcome.group.signatures) {
      bySignature.set(signature, bySignature.has(signature) ? undefined : outcome);
    }
  }
  return bySignature;
}

export type Traces = ReturnType<typeof traceList>;

/** Collects stack traces and outputs, each once, without the secrets. The messages of failures keep what
 * follows words such as `password:`, since it is more often what a test expected. */
export function traceList(secrets: readonly string[]) {
  const all: Trace[] = [];
  const places = new Map<string, number>();
  const messages = new Map<string, string>();
  let characters = 0;
  const masked = (text: string) =>
    maskedStart(text, maxTrace, (start) => maskSecrets(start, secrets));
  return {
    all,
    message(text: string): string {
      const before = messages.get(text);
      if (before !== undefined) return before;
      const start = maskedStart(text, maxErrorLength, (whole) => maskTokens(whole, secrets));
      const isCut = text.length > maxErrorLength;
      const message = isCut ? `${start}\n[cut: ${text.length} characters]` : start;
      messages.set(text, message);
      return message;
    },
    add(stack_trace: string, printed: string): Pick<StoredFailure, 'trace'> {
      const stack = stack_trace.slice(0, maxTrace);
      const output = printed.slice(0, maxTrace);
      if (stack === '' && output === '') return {};
      const key = textKey(`${stack}\0${output}`);
      const before = places.get(key);
      if (before !== undefined) return { trace: before };
      characters += stack.length + output.length;
      if (characters > maxTraces) return {};
      const trace = all.push({ stack: masked(stack_trace), output: masked(printed) }) - 1;
      places.set(key, trace);
      return { trace };
    },
  };
}

type Outcome = ReturnType<typeof outcomeOf>;
type Explained = 'signatures' | 'peer_debate' | 'source' | 'detail' | 'overridden';

function outcomeOf(group: Pick<JobGroup, 'group_key' | Explained>) {
  const tests: string[] = [];
  let characters = 0;
  const analyses = new Map<AnalysisDetail | null, AnalysisDetail>();
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
      const analysis = analyses.get(detail) ?? { ...(detail ?? noDetail), affected_tests: tests };
      analyses.set(detail, analysis);
      return analysis;
    },
  };
}

const noDetail: AnalysisDetail = {
  classification: '',
  affected_tests: [],
  details: '',
  artifacts_evidence: '',
};

/** The outcome of a group that is not among the largest. */
const notAnalyzed = {
  detail: {
    ...noDetail,
    details: `Not analyzed: ${maxGroups.toLocaleString('en')} other errors are more frequent.`,
  },
  source: 'failed' as const,
  peer_debate: null,
  overridden: [],
  signatures: [],
};

interface AssembledBuilds {
  readonly result: StoredResult;
  readonly summary: string;
  /** A build has no XML. */
  readonly places: [];
}

/** Gives each failed test of each build the analysis of its group. */
export async function assembleBuilds(
  needs: Pick<Platform, 'blobs'>,
  job: Job,
  groups: readonly JobGroup[],
  traces: Traces,
): Promise<AssembledBuilds> {
  const nodes = await readTree(needs, job.id);
  if (!nodes) throw new Error('the builds of the job are gone');
  const results: Assembled[] = [];
  for (const [at, { failures, isConsoleOnly }] of nodes.entries()) {
    if (failures === 0) {
      results.push({ failures: [], places: [], uniqueErrors: 0, analyzed: 0 });
      continue;
    }
    const own = groups.filter(({ build }) => build === at);
    const assembled = await assemble(
      readFailures(needs, buildFailures(job.id, at)),
      job,
      own,
      traces,
    );
    // The excerpt of a console output identifies no error.
    if (isConsoleOnly) for (const failure of assembled.failures) failure.error_signature = '';
    results.push(assembled);
  }

  const childrenOf = (parent: number): ChildJobAnalysis[] =>
    nodes.flatMap((node, at) => (node.parent === parent ? [childOf(node, at)] : []));
  const childOf = ({ job_name, build_number, url, note }: BuildNode, at: number) => {
    const failures = results[at]?.failures ?? [];
    const failed_children = childrenOf(at);
    const hasResult = failures.length > 0 || failed_children.length > 0;
    return {
      job_name,
      build_number,
      ci_url: url,
      failures,
      failed_children,
      note,
      summary: hasResult ? summaryOf(results[at] as Assembled, failed_children) : null,
    };
  };
  const child_job_analyses = childrenOf(0);
  const own = results[0] as Assembled;
  return {
    result: { failures: own.failures, child_job_analyses, traces: traces.all },
    summary: summaryOf(own, child_job_analyses),
    places: [],
  };
}

/** Failures that the model gave no answer for are not counted, nor builds that could not be read. */
function summaryOf({ analyzed, uniqueErrors }: Assembled, children: readonly ChildJobAnalysis[]) {
  const own = `${analyzed} failure(s) analyzed (${uniqueErrors} unique error type(s)).`;
  const count = children.filter(({ summary }) => summary !== null).length;
  if (count === 0) return own;
  return `${own} Additionally, ${count} failed child job(s) were analyzed recursively.`;
}
