import { describe, expect, it } from 'vitest';
import { deliveries } from '#functions/service-manifest.ts';
import { arnOf, type Graph } from '#test/support/rollout-graph/rollout-graph.ts';
import { served } from '#test/support/rollout-graph/manifest.ts';
import { concurrency } from '#test/support/rollout-graph/stages.ts';
import { handlerIn } from '#test/support/rollout-graph/rows.ts';
import type { Graphs } from './graphs.ts';
import { physicalName } from '../../../scripts/rollout/evaluation.ts';

const launcher = 'functions/images/worker/launch.handler';
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
      // The most that SQS takes is 1,000: a message that waits for room among tasks comes often.
      const expected = jobs.map(({ runsOn, maxAttempts }) =>
        stage === 'everything' && runsOn === 'worker' ? 1000 : deliveries(maxAttempts),
      );
      expect(redriven.map(({ maxReceiveCount }) => maxReceiveCount).toSorted()).toEqual(
        expected.toSorted(),
      );
      expect(new Set(redriven.map((one) => one.deadLetterTargetArn)).size).toBe(jobs.length);
    });

    it('hand over one message at a time, and hear of each', () => {
      for (const { mapping, queue } of subscriptions(graph())) {
        const { eventSourceArn: _source, functionName: _worker, ...rest } = mapping.inputs;
        const { scalingConfig: _scaling, ...settings } = rest;
        // All of them: pollers that are provisioned cost by the hour.
        expect(settings).toEqual({
          batchSize: 1,
          // Lambda refuses a window for a FIFO queue.
          ...(queue.inputs['fifoQueue'] !== true && { maximumBatchingWindowInSeconds: 0 }),
          functionResponseTypes: ['ReportBatchItemFailures'],
        });
      }
    });

    it('keep the order of each group where the manifest says so, dead letters included', () => {
      const fifo = graph()
        .of('aws:sqs/queue:Queue')
        .filter(({ inputs }) => inputs['fifoQueue'] === true);
      expect(fifo).toHaveLength(2 * jobs.filter(({ ordered }) => ordered).length);
      expect(fifo.length).toBeGreaterThan(0);
      for (const { inputs } of fifo) {
        // SQS refuses another end of the name; without the other two a queue takes 300 calls a second.
        expect(inputs).toMatchObject({
          name: expect.stringMatching(/\.fifo$/) as string,
          contentBasedDeduplication: false,
          deduplicationScope: 'messageGroup',
          fifoThroughputLimit: 'perMessageGroupId',
        });
      }
    });
  });

  it('queues have as many messages in work as the manifest says, where AWS allows it (R5)', () => {
    for (const stage of ['usual', 'everything'] as const) {
      const graph = graphs()[stage];
      const made = subscriptions(graph).map(({ worker, mapping }) => [
        worker.handler === launcher ? worker.variables['LANTERN_JOB'] : worker.handler,
        mapping.inputs['scalingConfig'],
      ]);
      const expected = served.flatMap(([service, manifest]) =>
        manifest.jobs.flatMap((job) => {
          const name = `${service}/${job.queue}`;
          const isTask = stage === 'everything' && job.runsOn === 'worker';
          const image = isTask ? name : `image of ${name}`;
          return [
            [
              job.runsOn === 'worker' ? image : handlerIn(job.file),
              // The launcher only starts tasks, and counts those that run.
              { maximumConcurrency: isTask ? 2 : atOnce(stage, job) },
            ],
            [handlerIn(job.file, 'dead'), { maximumConcurrency: 2 }],
          ];
        }),
      );
      expect(Object.fromEntries(made)).toEqual(Object.fromEntries(expected));
    }
  });

  it('a stage says how many tasks run at once (R5)', () => {
    const launchers = graphs().everything.functions.filter(({ handler }) => handler === launcher);
    const most = launchers.map(({ variables }) => [
      variables['LANTERN_JOB']?.split('/').at(-1),
      (JSON.parse(variables['LANTERN_TASK'] ?? '{}') as { most?: number }).most,
    ]);
    const expected = jobs
      .filter(({ runsOn }) => runsOn === 'worker')
      .map((job) => [job.queue, concurrency[job.queue] ?? job.concurrency]);
    expect(most.toSorted()).toEqual(expected.toSorted());
    expect(most).toContainEqual(['docs-large', 7]);
  });

  it('a stream hands entries over in their order, and gives up what always fails', () => {
    for (const stage of ['usual', 'everything'] as const) {
      const graph = graphs()[stage];
      const mappings = graph.of('aws:lambda/eventSourceMapping:EventSourceMapping');
      const streams = mappings.filter(({ inputs }) =>
        String(inputs['eventSourceArn']).includes('/stream/'),
      );
      expect(streams).toHaveLength(
        served.flatMap(([, { streams: declared = [] }]) => declared).length,
      );
      for (const { inputs } of streams) {
        expect(inputs).toMatchObject({
          ...{ parallelizationFactor: 1, startingPosition: 'LATEST', batchSize: 100 },
          ...{ bisectBatchOnFunctionError: true, maximumRetryAttempts: 20 },
          maximumRecordAgeInSeconds: 3600,
        });
      }
    }
  });

  it('requests have room of their own where a stage reserves it (R5)', () => {
    const reserved = (stage: 'usual' | 'everything') =>
      graphs()[stage].functions.flatMap(({ handler, inputs }) => {
        const room = inputs['reservedConcurrentExecutions'];
        return room === undefined ? [] : [[handler, room]];
      });
    expect(reserved('usual')).toEqual([]);
    expect(reserved('everything')).toEqual([['functions/docs/generations.generate', 5]]);
  });
}

/** As the manifest says, or the stage in its place; not less than Lambda accepts. */
function atOnce(stage: 'usual' | 'everything', job: (typeof jobs)[number]): number {
  const changed = stage === 'everything' ? concurrency[job.queue] : undefined;
  return Math.max(2, changed ?? job.concurrency);
}

function subscriptions(graph: Graph) {
  const mappings = graph
    .of('aws:lambda/eventSourceMapping:EventSourceMapping')
    .filter(({ inputs }) => String(inputs['eventSourceArn']).startsWith('arn:aws:sqs:'));
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
