import { describe, expect, it } from 'vitest';
import { installCommand, isPlatformInstalled } from '../../scripts/rollout/evaluate.ts';
import { silentMetrics } from '#test/support/rollout-graph/metrics.ts';
import { containersOf, graphOf, type Graph } from '#test/support/rollout-graph/rollout-graph.ts';
import { otherStages } from './graph/graphs.ts';

const isInstalled = isPlatformInstalled();
if (!isInstalled) process.stdout.write(`The stack is not evaluated: run ${installCommand}\n`);

const minutes = 60_000;

/** What runs the worker image. */
function workersOf(graph: Graph, stage: string) {
  if (stage === 'bedrock') {
    return graph.functions.filter(({ handler }) => handler.startsWith('image of '));
  }
  return ['AnalysisWorker', 'DocsWorker'].flatMap((name) =>
    containersOf(graph, name).flatMap(({ role, variables }) => (role ? [{ role, variables }] : [])),
  );
}

describe.runIf(isInstalled)('models that are asked by a role', () => {
  it.each([
    ['bedrock', 6],
    ['bedrock-tasks', 2],
  ])(
    'do nothing else with it, and workers alone take it (%s)',
    { timeout: 2 * minutes },
    async (stage, count) => {
      const graph = await graphOf({ stage, replace: otherStages });
      // One of them is in another region than CloudFront's metrics.
      expect(silentMetrics(graph)).toEqual([]);
      const arn = `arn:aws:iam::123456789012:role/lantern-${stage}-bedrock`;
      const byArn = <Role extends { readonly arn: string }>(roles: readonly Role[]) =>
        roles.toSorted((a, b) => a.arn.localeCompare(b.arn));
      const workers = workersOf(graph, stage);
      const own = byArn(workers.map((worker) => worker.role));
      expect(workers).toHaveLength(count);

      const [role] = graph.roles.filter((one) => one.arn === arn);
      expect(role?.managed).toEqual([]);
      expect(role?.statements.map(({ Action, Resource }) => [Action, Resource])).toEqual([
        [
          ['bedrock:InvokeModel', 'bedrock:InvokeModelWithResponseStream'],
          [
            'arn:aws:bedrock:us-east-1:123456789012:inference-profile/*anthropic.claude-*',
            'arn:aws:bedrock:*::foundation-model/anthropic.claude-*',
          ],
        ],
      ]);
      const [trusted] = (role?.trusts ?? []) as readonly { AWS: string[] }[];
      expect(trusted?.AWS.toSorted()).toEqual(own.map((worker) => worker.arn).toSorted());

      const takers = graph.roles.filter(({ statements }) =>
        statements.some(({ Action }) => Action.some((action) => action.startsWith('sts:'))),
      );
      expect(byArn(takers)).toEqual(own);
      for (const { role: worker, variables } of workers) {
        const taking = worker.statements.filter(({ Action }) => Action.includes('sts:AssumeRole'));
        expect(taking.map(({ Resource }) => Resource)).toEqual([[arn]]);
        expect(variables['LANTERN_BEDROCK_ROLE']).toBe(arn);
      }
      const told = graph.functions.filter(({ variables }) => 'LANTERN_BEDROCK_ROLE' in variables);
      expect(told).toHaveLength(stage === 'bedrock' ? count : 0);
    },
  );
});
