import { graphOf, type Graph } from '#test/support/rollout-graph/rollout-graph.ts';

export interface Graphs {
  /** The stack as it is rolled out. */
  readonly real: Graph;
  /** The same on the stage that keeps its data. */
  readonly production: Graph;
  /** With a row of every kind in the manifest. */
  readonly usual: Graph;
  /** The same on a stage with every switch turned. */
  readonly everything: Graph;
  /** The stack without a router. */
  readonly plain: Graph;
}

export const everyKind = { 'functions/manifest.ts': 'test/support/rollout-graph/manifest.ts' };
export const otherStages = { 'infra/stage.ts': 'test/support/rollout-graph/stages.ts' };

export async function evaluateGraphs(): Promise<Graphs> {
  const [real, usual] = await Promise.all([graphOf({}), graphOf({ replace: everyKind })]);
  const [production, everything, plain] = await Promise.all([
    graphOf({ stage: 'production', replace: otherStages }),
    graphOf({ stage: 'all-of-15-chars', replace: { ...everyKind, ...otherStages } }),
    graphOf({ stage: 'plain', replace: otherStages }),
  ]);
  return { real, production, usual, everything, plain };
}
