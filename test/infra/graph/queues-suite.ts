import { describe, expect, it } from 'vitest';
import { deliveries } from '#functions/manifest.ts';
import { arnOf, physicalName, type Graph } from '#test/support/rollout-graph.ts';
import { served } from '#test/support/rollout-graph-manifest.ts';
import type { Graphs } from './graphs.ts';

const jobs = served.flatMap(([, service]) => service.jobs);

interface Redrive {
  readonly maxReceiveCount: number;
  readonly deadLetterTargetArn: string;
}

export function queuesSuite(graphs: () => Graphs): void {
  describe.each(['usual', 'everything'] as const)('queues, on the %s stage', (stage) => {
    const graph = (): Graph => graphs()[stage];

    it('hide a message for six times as long as its function runs', () => {
      for (const { queue, worker } of subscriptions(graph())) {
        const visibility = Number(queue.inputs['visibilityTimeoutSeconds']);
        expect(worker.timeout).toBeGreaterThan(0);
        expect(visibility).toBeGreaterThanOrEqual(6 * worker.timeout);
        expect(visibility).toBeLessThanOrEqual(12 * 3600);
      }
    });

    it('give up later than job() does, to their own dead letters', () => {
      const redriven = subscriptions(graph()).flatMap(({ queue }) => {
        const policy = queue.inputs['redrivePolicy'];
        return typeof policy === 'string' ? [JSON.parse(policy) as Redrive] : [];
      });
      expect(redriven.map(({ maxReceiveCount }) => maxReceiveCount).toSorted()).toEqual(
        jobs.map(({ maxAttempts }) => deliveries(maxAttempts)).toSorted(),
      );
      expect(new Set(redriven.map((one) => one.deadLetterTargetArn)).size).toBe(jobs.length);
    });

    it('hand over one message at a time, and hear of each', () => {
      for (const { mapping } of subscriptions(graph())) {
        const { eventSourceArn: _source, functionName: _worker, ...settings } = mapping.inputs;
        // All of them: pollers that are provisioned cost by the hour.
        expect(settings).toEqual({
          batchSize: 1,
          maximumBatchingWindowInSeconds: 0,
          functionResponseTypes: ['ReportBatchItemFailures'],
        });
      }
    });
  });

  it('a function runs for as long as Lambda allows, and a task without an end', () => {
    const { usual, everything } = graphs();
    expect(usual.find('image of docs/docs-large')?.timeout).toBe(840);
    expect(usual.find('image of docs/docs-endless')?.timeout).toBe(900);
    expect(everything.find('functions/images/worker/launch.handler')?.timeout).toBe(60);
  });
}

function subscriptions(graph: Graph) {
  const mappings = graph.of('aws:lambda/eventSourceMapping:EventSourceMapping');
  expect(mappings).toHaveLength(2 * jobs.length);
  return mappings.map((mapping) => {
    const queue = graph
      .of('aws:sqs/queue:Queue')
      .find((found) => arnOf('sqs', physicalName(found)) === mapping.inputs['eventSourceArn']);
    const worker = graph.byArn(mapping.inputs['functionName']);
    if (!queue || !worker) throw new Error(`${mapping.name} leads nowhere`);
    return { mapping, queue, worker };
  });
}
