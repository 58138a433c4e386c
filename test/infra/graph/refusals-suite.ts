import { describe, expect, it } from 'vitest';
import { refusals } from '#test/support/rollout-graph/refusals.ts';
import type { Graphs } from './graphs.ts';

const long = 'x'.repeat(65);

export function refusalsSuite(graphs: () => Graphs): void {
  it.each(['real', 'production', 'usual', 'everything'] as const)(
    'AWS refuses no name, text or number (%s)',
    (stage) => {
      expect(refusals(graphs()[stage].resources)).toEqual([]);
    },
  );
}

describe('AWS refuses', () => {
  it.each([
    ['lambda/function:Function', { name: long }],
    ['lambda/function:Function', { timeout: 901 }],
    ['lambda/function:Function', { environment: { variables: { A: 'x'.repeat(4_096) } } }],
    ['lambda/eventSourceMapping:EventSourceMapping', { scalingConfig: { maximumConcurrency: 1 } }],
    ['iam/role:Role', { name: long }],
    ['iam/role:Role', { inlinePolicies: [{ policy: 'x'.repeat(10_240) }] }],
    ['sqs/queue:Queue', { name: 'a.b' }],
    ['sqs/queue:Queue', { visibilityTimeoutSeconds: 43_201 }],
    ['s3/bucket:Bucket', { bucket: 'Upper' }],
    ['dynamodb/table:Table', { name: 'ab' }],
    ['scheduler/schedule:Schedule', { name: long }],
    ['scheduler/schedule:Schedule', { name: 'a', scheduleExpression: 'rate(1 minutes)' }],
    ['apigatewayv2/route:Route', { routeKey: 'GET /health/' }],
    ['ssm/parameter:Parameter', { name: '/aws/KEY' }],
    ['cloudwatch/metricAlarm:MetricAlarm', { period: 45 }],
    ['ecs/taskDefinition:TaskDefinition', { cpu: '300' }],
  ])('%s with %j', (type, inputs) => {
    expect(refusals([{ type: `aws:${type}`, name: 'one', inputs }])).toHaveLength(1);
  });
});
