import { expect, it } from 'vitest';
import { nextMove } from '#core/analysis/explain/debate/debate-group.ts';
import type { DebateEntry } from '#core/analysis/base/schema/result.ts';

it('ends every debate in at most as many rounds as it may have', () => {
  const reviews = [
    ['CODE ISSUE', true],
    ['PRODUCT BUG', false],
    ['', false],
  ] as const;
  let ends = 0;
  // Every sequence of what two peers may say.
  const walk = (entries: readonly DebateEntry[]): void => {
    const move = nextMove(entries, { peers: 2, maxRounds: 3 });
    if (move.kind === 'end') {
      ends += 1;
      return expect(move.rounds).toBeLessThanOrEqual(3);
    }
    const entry = { round: move.round, ai_provider: 'provider_a', ai_model: 'm', details: '' };
    if (move.kind === 'revise') {
      const revision = { role: 'orchestrator', classification: 'CODE ISSUE' } as const;
      return walk([...entries, { ...entry, ...revision, agrees_with_orchestrator: null }]);
    }
    for (const [classification, agrees_with_orchestrator] of reviews) {
      walk([...entries, { ...entry, role: 'peer', classification, agrees_with_orchestrator }]);
    }
  };
  walk([]);
  // Of nine pairs of reviews four end a debate and five go on, twice; the third round ends all.
  expect(ends).toBe(4 + 5 * (4 + 5 * 9));
});
