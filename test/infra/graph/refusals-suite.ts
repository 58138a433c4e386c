import { expect, it } from 'vitest';
import { namesWithoutStage, refusals } from '#test/support/rollout-graph/refusals.ts';
import type { Graphs } from './graphs.ts';

export function refusalsSuite(graphs: () => Graphs): void {
  it.each(['real', 'production', 'usual', 'everything'] as const)(
    'AWS refuses no name, text or number (%s)',
    (stage) => {
      expect(refusals(graphs()[stage].resources)).toEqual([]);
    },
  );

  it.each(['real', 'everything'] as const)(
    'names tell the stages of an account apart (%s)',
    (stage) => {
      const { of, resources } = graphs()[stage];
      const [app] = of('sst:cli:App');
      expect(namesWithoutStage(resources, String(app?.inputs['stage']))).toEqual([]);
    },
  );
}
