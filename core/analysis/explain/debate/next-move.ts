import type { PeerDebate } from '#core/analysis/base/schema/result.ts';

type Entry = PeerDebate['rounds'][number];

export type Move =
  /** Peers from this one on have not reviewed in this round. */
  | { readonly kind: 'review'; readonly round: number; readonly from: number }
  | { readonly kind: 'revise'; readonly round: number }
  | { readonly kind: 'end'; readonly rounds: number; readonly isConsensus: boolean };

/**
 * What comes next in a debate with these entries: the main analysis, then in each round all peers
 * and, unless the valid ones agree, its revision. A debate that no peer could answer ends.
 */
export function nextMove(
  entries: readonly Entry[],
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
export function isValid({ classification }: Pick<Entry, 'classification'>): boolean {
  return classification !== '';
}
