import type { Worked } from '#core/runs/work-items.ts';
import type { AnalysisDetail } from '../../base/schema/detail.ts';
import { askForAnalysis, type ExplainNeeds } from '../ask/ask-model.ts';
import { checkAnswer } from '../ask/check-answer.ts';
import type { Subject } from '../prompts/subject.ts';
import type { Reviewer } from '../prompts/explain-prompt.ts';
import type { PeerEntry } from '../../base/schema/request.ts';
import type { DebateEntry, PeerDebate } from '../../base/schema/result.ts';
import type { JobGroup } from '../../base/tables/job-tables.ts';

/** Characters of the details of an entry: a row has up to a hundred entries. */
const maxDetailsLength = 10_000;

type Review = Extract<Move, { kind: 'review' }>;

/** The entries of a debate that begins. */
export function openDebate(model: PeerEntry, detail: AnalysisDetail): DebateEntry[] {
  return [position(model, 1, detail)];
}

/** One step of a debate: as many reviews as may run at once, or a revision. */
export async function debateGroup(
  needs: ExplainNeeds,
  subject: Subject,
  entries: readonly DebateEntry[],
): Promise<Worked<JobGroup>> {
  const { params } = subject.job;
  const { peer_ai_configs: peers, peer_analysis_max_rounds: maxRounds } = params;
  const limits = { peers: peers.length, maxRounds };
  const move = nextMove(entries, limits);
  const done =
    move.kind === 'review'
      ? { debate_state: [...entries, ...(await review(needs, subject, entries, move))] }
      : move.kind === 'revise'
        ? await revise(needs, subject, entries, move.round)
        : { debate_state: [...entries] };
  const next = nextMove(done.debate_state, limits);
  if (next.kind !== 'end') return { changes: done, againSeconds: 0 };
  const peer_debate = {
    consensus_reached: next.isConsensus,
    rounds_used: next.rounds,
    max_rounds: maxRounds,
    ai_configs: [mainModel(subject), ...peers],
    rounds: done.debate_state,
  };
  return { changes: { ...done, peer_debate, debate_state: null } };
}

async function review(
  needs: ExplainNeeds,
  subject: Subject,
  entries: readonly DebateEntry[],
  { round, from }: Review,
): Promise<DebateEntry[]> {
  const { job, group } = subject;
  const { peer_ai_configs, max_concurrent_ai_calls } = job.params;
  await subject.enterPhase(`peer_review_round_${round}`);
  const batch = peer_ai_configs.slice(from, from + max_concurrent_ai_calls);
  return Promise.all(
    batch.map(async (model, index): Promise<DebateEntry> => {
      const peer = from + index + 1;
      const others = lastReviews(entries, round).filter(({ number }) => number !== peer);
      const answer = await askForAnalysis(needs, subject, {
        model,
        slot: `peer ${peer} round ${round}`,
        part: { kind: 'review', round, main: group.detail, others },
      });
      const { classification, details } =
        'detail' in answer ? answer.detail : { classification: '' as const, details: answer.error };
      const isAgreed =
        isValid({ classification }) && classification === group.detail?.classification;
      return {
        round,
        ...model,
        role: 'peer',
        classification,
        details: cut(isValid({ classification }) ? details : `No valid review: ${details}`),
        agrees_with_orchestrator: isAgreed,
      };
    }),
  );
}

/** An answer without a class keeps the analysis as it is. */
async function revise(
  needs: ExplainNeeds,
  subject: Subject,
  entries: readonly DebateEntry[],
  round: number,
): Promise<Partial<JobGroup> & { debate_state: DebateEntry[] }> {
  const { group } = subject;
  const model = mainModel(subject);
  await subject.enterPhase(`orchestrator_revising_round_${round}`);
  const others = lastReviews(entries, round + 1);
  const answer = await askForAnalysis(needs, subject, {
    model,
    slot: `main round ${round}`,
    part: { kind: 'revision', round, main: group.detail, others },
  });
  if ('error' in answer || !isValid(answer.detail)) {
    const why = 'error' in answer ? answer.error : 'the answer has no class';
    const classBefore = group.detail?.classification ?? '';
    const details = `The revision failed and the analysis stays as it is: ${why}`;
    return {
      debate_state: [...entries, position(model, round, { classification: classBefore, details })],
    };
  }
  const { detail: checked, removed, fixFile } = await checkAnswer(subject, answer.detail);
  const detail = { ...checked, affected_tests: group.tests };
  return {
    detail,
    fix_file: fixFile,
    unverified_quotes: group.unverified_quotes + removed,
    debate_state: [...entries, position(model, round, detail)],
  };
}

/** The last valid review of each peer before the round. */
function lastReviews(entries: readonly DebateEntry[], before: number): Reviewer[] {
  const last = new Map<number, Reviewer>();
  for (let round = 1; round < before; round += 1) {
    const reviews = entries.filter((each) => each.role === 'peer' && each.round === round);
    for (const [index, { classification, details }] of reviews.entries()) {
      const number = index + 1;
      if (isValid({ classification })) last.set(number, { number, classification, details });
    }
  }
  return [...last.values()];
}

function position(
  model: PeerEntry,
  round: number,
  { classification, details }: Pick<AnalysisDetail, 'classification' | 'details'>,
): DebateEntry {
  const role = 'orchestrator' as const;
  const fields = { round, ...model, role, classification, details: cut(details) };
  return { ...fields, agrees_with_orchestrator: null };
}

function cut(details: string): string {
  return details.slice(0, maxDetailsLength);
}

function mainModel({ job: { ai_provider, ai_model } }: Subject): PeerEntry {
  return { ai_provider, ai_model };
}

type MoveEntry = PeerDebate['rounds'][number];

type Move =
  /** Peers from this one on have not reviewed in this round. */
  | { readonly kind: 'review'; readonly round: number; readonly from: number }
  | { readonly kind: 'revise'; readonly round: number }
  | { readonly kind: 'end'; readonly rounds: number; readonly isConsensus: boolean };

/**
 * What comes next in a debate with these entries: the main analysis, then in each round all peers
 * and, unless the valid ones agree, its revision. A debate that no peer could answer ends.
 */
export function nextMove(
  entries: readonly MoveEntry[],
  { peers, maxRounds }: { readonly peers: number; readonly maxRounds: number },
): Move {
  const reviews = entries.filter(({ role }) => role === 'peer');
  const round = reviews.at(-1)?.round ?? 1;
  const answered = reviews.filter((each) => each.round === round);
  if (answered.length < peers) return { kind: 'review', round, from: answered.length };
  const valid = answered.filter(isValid);
  const isConsensus = valid.length > 0 && valid.every((each) => each.agrees_with_orchestrator);
  if (isConsensus || valid.length === 0) return { kind: 'end', rounds: round, isConsensus };
  if (entries.at(-1)?.role === 'peer') return { kind: 'revise', round };
  if (round >= maxRounds) return { kind: 'end', rounds: round, isConsensus };
  return { kind: 'review', round: round + 1, from: 0 };
}

/** A review counts only with a class. */
function isValid({ classification }: Pick<MoveEntry, 'classification'>): boolean {
  return classification !== '';
}
