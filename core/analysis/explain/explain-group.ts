import { unanswered } from './unanswered.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Worked } from '#core/runs/work-items.ts';
import { debateGroup, openDebate } from './debate/debate-group.ts';
import { readConsole } from '../intake/builds/build-tree.ts';
import { type AiCall, type Job, type JobGroup } from '../base/tables/job-tables.ts';
import { aiCalls } from '../base/tables/tables.ts';
import { openWorkspace } from './workspace/workspace.ts';
import { askForAnalysis, type ExplainNeeds } from './ask/ask-model.ts';
import { checkAnswer } from './ask/check-answer.ts';
import { subjectOf, type Override, type Subject } from './prompts/subject.ts';
import type { AnalysisDetail } from '../base/schema/detail.ts';
import { maxListed } from './grouping/make-groups.ts';

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
  const calls: AiCall[] = [];
  try {
    const console = await readConsole(needs, group);
    const subject = await subjectOf(needs, { ...explained, workspace, console, calls });
    const { changes, ...again } = await explain(needs, subject);
    return { changes: { ...changes, calls: [...group.calls, ...calls] }, ...again };
  } catch (error) {
    await needs.records.add(aiCalls, calls);
    throw error;
  } finally {
    await workspace?.close();
  }
}

async function explain(needs: Needs, subject: Subject): Promise<Worked<JobGroup>> {
  const { group } = subject;
  if (group.debate_state !== null) return debateGroup(needs, subject, group.debate_state);
  // Who gives a hint wants the model's word, whatever class people gave.
  const { overridden, detail } =
    subject.job.params.hint === undefined
      ? await findOverrides(subject)
      : { overridden: [], detail: undefined };
  if (detail) return { changes: { detail, overridden, source: 'override' } };
  // The model was found not to answer before the groups were made.
  if (group.source === 'failed') return { changes: { overridden } };
  const { changes, ...again } = await analyze(needs, subject);
  return { changes: { ...changes, overridden }, ...again };
}

async function analyze(needs: Needs, subject: Subject): Promise<Worked<JobGroup>> {
  const { ai_provider, ai_model } = subject.job;
  const { tests, is_console_only } = subject.group;
  const { peer_ai_configs: peers } = subject.job.params;
  const model = { ai_provider, ai_model };
  const answer = await askForAnalysis(needs, subject, {
    model,
    slot: 'main',
    part: { kind: 'first' },
  });
  if ('error' in answer) return { changes: unanswered({ tests }, answer.error) };
  const { detail: checked, removed, fixFile } = await checkAnswer(subject, answer.detail);
  const detail = { ...checked, affected_tests: tests };
  const changes: Partial<JobGroup> = {
    detail,
    source: 'model',
    unverified_quotes: removed,
    fix_file: fixFile,
  };
  // What the console output alone says is too little for a debate.
  if (peers.length === 0 || is_console_only) return { changes };
  return { changes: { ...changes, debate_state: openDebate(model, detail) }, againSeconds: 0 };
}

interface Overrides {
  /** Those that apply, by signature. */
  readonly overridden: JobGroup['overridden'];
  /** Set when people gave all failures of the group the same class: no model is asked. */
  readonly detail: AnalysisDetail | undefined;
}

/** The classes that people gave to the group's signatures in earlier analyses. One that was given
 * for another content of a file does not apply. */
async function findOverrides({ group, workspace, overrideOf }: Subject): Promise<Overrides> {
  const { group_key, signatures, tests } = group;
  const own = await overrideOf(group_key);
  if (own && (await isCurrent(own, workspace))) {
    const { classification, detail } = own;
    const names = signatures.length > 0 ? signatures : [group_key];
    return {
      overridden: names.map((signature) => ({ signature, classification })),
      detail: { ...detail, classification, affected_tests: tests },
    };
  }
  // Classes of version 0.2 are remembered by the exact signature.
  const rows = await Promise.all(signatures.map(overrideOf));
  const applied: Override[] = [];
  for (const row of rows) if (row && (await isCurrent(row, workspace))) applied.push(row);
  const overridden = applied.map(({ signature, classification }) => ({
    signature,
    classification,
  }));
  const [first] = applied;
  // A group's row lists no more signatures: with as many there may be others.
  const isWhole =
    applied.length === signatures.length &&
    signatures.length < maxListed &&
    applied.every(({ classification }) => classification === first?.classification);
  if (!first || !isWhole) return { overridden, detail: undefined };
  const { detail, classification } = first;
  return { overridden, detail: { ...detail, classification, affected_tests: tests } };
}

async function isCurrent(
  { file }: Pick<Override, 'file'>,
  workspace: Subject['workspace'],
): Promise<boolean> {
  if (file === null || !workspace) return true;
  const match = await workspace.find(file.path);
  return match !== undefined && (await workspace.tree.hash(match.path)) === file.hash;
}
