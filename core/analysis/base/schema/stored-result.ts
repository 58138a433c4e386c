import * as z from 'zod/mini';
import { type AnalysisDetail, analysisDetail } from './detail.ts';
import {
  failureAnalysis,
  peerDebate,
  type ChildJobAnalysis,
  type FailureAnalysis,
} from './result.ts';

/** What a job's result file holds. The job's row has the rest, and the classes that people set over
 * it. Failures of one group share the analysis object. */
export interface StoredResult {
  readonly failures: FailureAnalysis[];
  readonly child_job_analyses: ChildJobAnalysis[];
}

export const noResult: StoredResult = { failures: [], child_job_analyses: [] };

// In the file each analysis is written once: 1,000 failures of one group would repeat its details
// and its list of tests 1,000 times.

const packedFailure = z.object({
  ...z.omit(failureAnalysis, { analysis: true, peer_debate: true }).shape,
  /** Index in `analyses`. */
  analysis: z.int(),
});

const packedChild = z.object({
  job_name: z.string(),
  build_number: z.int(),
  ci_url: z.nullable(z.string()),
  summary: z.nullable(z.string()),
  note: z.nullable(z.string()),
  failures: z.array(packedFailure),
  get failed_children() {
    return z.array(packedChild);
  },
});

const packedResult = z.object({
  analyses: z.array(z.object({ analysis: analysisDetail, peer_debate: z.nullable(peerDebate) })),
  failures: z.array(packedFailure),
  child_job_analyses: z.array(packedChild),
});
type Packed = z.output<typeof packedResult>;
type PackedChild = z.output<typeof packedChild>;

/** The text of a result file. */
export function packResult({ failures, child_job_analyses }: StoredResult): string {
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
  };
  return JSON.stringify(packed);
}

export function unpackResult(text: string): StoredResult {
  const { analyses, failures, child_job_analyses } = packedResult.parse(JSON.parse(text));
  const unpack = ({ analysis: place, ...failure }: Packed['failures'][number]): FailureAnalysis => {
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
  };
}
