import type { Platform } from '#core/platform/ports/platform.ts';
import type { Worked } from '#core/runs/lane-step.ts';
import { debateGroup, openDebate } from './debate/debate-group.ts';
import { readConsole } from '#core/analysis/intake/builds/read-console.ts';
import type { Job, JobGroup } from '#core/analysis/base/tables/tables.ts';
import { openWorkspace } from './workspace/workspace.ts';
import { askForAnalysis, type ExplainNeeds } from './ask/ask-for-analysis.ts';
import { checkAnswer } from './ask/check-answer.ts';
import { findOverrides } from './overrides.ts';
import { subjectOf, type Subject } from './prompts/subject.ts';

type Needs = ExplainNeeds & Pick<Platform, 'trees' | 'records' | 'blobs' | 'secrets'>;

interface Explained {
  readonly job: Job;
  readonly group: JobGroup;
  /** When the step began, in milliseconds. */
  readonly began: number;
  readonly signal: AbortSignal;
  readonly enterPhase: Subject['enterPhase'];
}

/** One step of a group's analysis: the class that people gave, else the model's answer, else a part
 * of the debate about it. It may be repeated. */
export async function explainGroup(needs: Needs, explained: Explained): Promise<Worked<JobGroup>> {
  const { job, group } = explained;
  const workspace = await openWorkspace(needs, job);
  try {
    const console = await readConsole(needs, group);
    const subject = await subjectOf(needs, { ...explained, workspace, console });
    if (group.debate_state !== null) return await debateGroup(needs, subject, group.debate_state);
    const { overridden, detail } = await findOverrides(needs, group, workspace);
    if (detail) return { changes: { detail, overridden, source: 'override' } };
    const { changes, ...again } = await analyze(needs, subject);
    return { changes: { ...changes, overridden }, ...again };
  } finally {
    await workspace?.close();
  }
}

async function analyze(needs: Needs, subject: Subject): Promise<Worked<JobGroup>> {
  const { ai_provider, ai_model } = subject.job;
  const { tests, is_console_only } = subject.group;
  const { peer_ai_configs: peers } = subject.job.params;
  const model = { ai_provider, ai_model };
  const answer = await askForAnalysis(needs, subject, {
    ...{ model, slot: 'main' },
    part: { kind: 'first' },
  });
  if ('error' in answer) {
    const none = { classification: '' as const, artifacts_evidence: '', affected_tests: tests };
    return { changes: { detail: { ...none, details: answer.error }, source: 'failed' } };
  }
  const { detail: checked, removed, fixFile } = await checkAnswer(subject, answer.detail);
  const detail = { ...checked, affected_tests: tests };
  const changes: Partial<JobGroup> = {
    ...{ detail, source: 'model', unverified_quotes: removed, fix_file: fixFile },
  };
  // What the console output alone says is too little for a debate.
  if (peers.length === 0 || is_console_only) return { changes };
  return { changes: { ...changes, debate_state: openDebate(model, detail) }, againSeconds: 0 };
}
