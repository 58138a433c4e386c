import { expect, it } from 'vitest';
import { refusals } from '#test/support/rollout-graph/refusals.ts';
import type { Graphs } from './graphs.ts';

export function refusalsSuite(graphs: () => Graphs): void {
  it.each(['real', 'production', 'usual', 'everything'] as const)(
    'AWS refuses no name, text or number (%s)',
    (stage) => {
      expect(refusals(graphs()[stage].resources)).toEqual([]);
    },
  );
}
