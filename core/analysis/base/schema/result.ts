import * as z from 'zod/mini';
import { analysisDetail, classification } from './detail.ts';

/** `pending`: queued; `waiting`: for the build to finish. */
export const jobStatus = z.enum(['pending', 'waiting', 'running', 'completed', 'failed']);
export type JobStatus = z.output<typeof jobStatus>;

export const debateEntry = z.object({
  /** From 1. */
  round: z.int(),
  ai_provider: z.string(),
  ai_model: z.string(),
  role: z.enum(['orchestrator', 'peer']),
  classification,
  details: z.string(),
  /** Null for the orchestrator. */
  agrees_with_orchestrator: z.nullable(z.boolean()),
});

export type DebateEntry = z.output<typeof debateEntry>;

export const peerDebate = z.object({
  consensus_reached: z.boolean(),
  rounds_used: z.int(),
  max_rounds: z.int(),
  /** The main AI first. */
  ai_configs: z.array(z.object({ ai_provider: z.string(), ai_model: z.string() })),
  rounds: z.array(debateEntry),
});
export type PeerDebate = z.output<typeof peerDebate>;

export const failureAnalysis = z.object({
  test_name: z.string(),
  error: z.string(),
  analysis: analysisDetail,
  error_signature: z.string(),
  peer_debate: z.nullable(peerDebate),
});
export type FailureAnalysis = z.output<typeof failureAnalysis>;

export const childJobAnalysis = z.object({
  job_name: z.string(),
  build_number: z.int(),
  ci_url: z.nullable(z.string()),
  summary: z.nullable(z.string()),
  failures: z.array(failureAnalysis),
  get failed_children() {
    return z.array(childJobAnalysis);
  },
  note: z.nullable(z.string()),
});
// Its name in the OpenAPI document.
childJobAnalysis.register(z.globalRegistry, { id: 'ChildJobAnalysis' });
export type ChildJobAnalysis = z.output<typeof childJobAnalysis>;

/** The result of a build analysis. */
export const analysisResult = z.object({
  job_id: z.string(),
  job_name: z.string(),
  build_number: z.int(),
  ci_url: z.nullable(z.string()),
  status: jobStatus,
  summary: z.string(),
  ai_provider: z.string(),
  ai_model: z.string(),
  failures: z.array(failureAnalysis),
  child_job_analyses: z.array(childJobAnalysis),
});

/** The result of a direct analysis. */
export const failureAnalysisResult = z.object({
  job_id: z.string(),
  status: z.enum(['completed', 'failed']),
  summary: z.string(),
  ai_provider: z.string(),
  ai_model: z.string(),
  failures: z.array(failureAnalysis),
  /** Null: the request had no XML. */
  enriched_xml: z.nullable(z.string()),
});

export const progressEntry = z.object({
  phase: z.string(),
  /** Seconds since 1970. */
  timestamp: z.number(),
});

/** One entry of a job's feed, as JSON text, and the answer of GET /results/{job_id}/progress. The last
 * one has the status `completed` or `failed`. */
export const jobProgress = z.object({
  status: jobStatus,
  phase: z.nullable(z.string()),
  groups: z.int(),
  done_groups: z.int(),
});
export type JobProgress = z.output<typeof jobProgress>;

/** Which failure of a job: of the build itself with an empty name, else of a child's build. */
export const target = {
  test_name: z.string(),
  child_job_name: z._default(z.string(), ''),
  /** 0: any build of the child. */
  child_build_number: z._default(z.int().check(z.gte(0)), 0),
};
