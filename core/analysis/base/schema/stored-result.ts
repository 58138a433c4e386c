import type { AnalysisDetail } from './detail.ts';
import type { ChildJobAnalysis, FailureAnalysis } from './result.ts';

/** What a job's result file holds. The job's row has the rest, and the classes that people set over
 * it. Failures of one group share the analysis object. */
export interface StoredResult {
  readonly failures: StoredFailure[];
  /** Each once; older results have none. */
  readonly traces?: readonly Trace[];
  readonly child_job_analyses: ChildJobAnalysis[];
}

export interface StoredFailure extends FailureAnalysis {
  // No answer has these.
  /** Index in `traces`. */
  readonly trace?: number;
  /** No model answered, and the details say why. */
  readonly is_unanswered?: boolean;
  /** The key of its group; failures of older results have none. */
  readonly group?: string;
}

/** What a person's class is remembered by. Empty: by nothing. */
export function memoryKey({ group, error_signature }: StoredFailure): string {
  return group ?? error_signature;
}

/** What a report says of a failure beside its message; cut. */
export interface Trace {
  readonly stack: string;
  /** What the test printed. */
  readonly output: string;
}

export const noResult: StoredResult = { failures: [], child_job_analyses: [] };

// In the file each analysis is written once: 1,000 failures of one group would repeat its details
// and its list of tests 1,000 times.

interface PackedFailure extends Omit<FailureAnalysis, 'analysis' | 'peer_debate'> {
  /** Index in `analyses`. */
  readonly analysis: number;
}

interface PackedChild extends Omit<ChildJobAnalysis, 'failures' | 'failed_children'> {
  readonly failures: PackedFailure[];
  readonly failed_children: PackedChild[];
}

interface Packed extends Pick<StoredResult, 'traces'> {
  readonly analyses: Pick<FailureAnalysis, 'analysis' | 'peer_debate'>[];
  readonly failures: PackedFailure[];
  readonly child_job_analyses: PackedChild[];
}

/** The text of a result file. */
export function packResult({ failures, child_job_analyses, traces }: StoredResult): string {
  const analyses: Packed['analyses'] = [];
  const places = new Map<AnalysisDetail, number>();
  const pack = ({ analysis, peer_debate, ...failure }: FailureAnalysis) => {
    let place = places.get(analysis);
    if (place === undefined) {
      place = analyses.push({ analysis, peer_debate }) - 1;
      places.set(analysis, place);
    }
    return { ...failure, analysis: place };
  };
  const packChild = (child: ChildJobAnalysis): PackedChild => ({
    ...child,
    failures: child.failures.map(pack),
    failed_children: child.failed_children.map(packChild),
  });
  const packed: Packed = {
    analyses,
    failures: failures.map(pack),
    child_job_analyses: child_job_analyses.map(packChild),
    ...(traces && { traces }),
  };
  return JSON.stringify(packed);
}

export function unpackResult(text: string): StoredResult {
  const { analyses, failures, child_job_analyses, traces } = JSON.parse(text) as Packed;
  const unpack = ({ analysis: place, ...failure }: PackedFailure): FailureAnalysis => {
    const shared = analyses[place];
    if (!shared) throw new RangeError(`the result has no analysis ${place}`);
    return { ...failure, ...shared };
  };
  const unpackChild = (child: PackedChild): ChildJobAnalysis => ({
    ...child,
    failures: child.failures.map(unpack),
    failed_children: child.failed_children.map(unpackChild),
  });
  return {
    failures: failures.map(unpack),
    child_job_analyses: child_job_analyses.map(unpackChild),
    ...(traces && { traces }),
  };
}
