import { describe, expect, it } from 'vitest';
import { containersOf, type Graph } from '#test/support/rollout-graph/rollout-graph.ts';
import { served } from '#test/support/rollout-graph/manifest.ts';
import type { Graphs } from './graphs.ts';

export function costSuite(graphs: () => Graphs): void {
  describe('what it costs', () => {
    it('is watched where a stage wants it', () => {
      expect(graphs().usual.of('aws:budgets/budget:Budget')).toEqual([]);
      expect(graphs().everything.of('aws:budgets/budget:Budget')).toMatchObject([
        {
          inputs: {
            ...{ budgetType: 'COST', limitAmount: '50', limitUnit: 'USD', timeUnit: 'MONTHLY' },
            notifications: [
              { notificationType: 'ACTUAL', subscriberEmailAddresses: ['operator@example.com'] },
              { notificationType: 'FORECASTED' },
            ],
          },
        },
      ]);
    });
  });

  describe('alarms', () => {
    it.each(['usual', 'everything'] as const)('watch every queue and service (%s)', (name) => {
      const alarms = graphs()[name].of('aws:cloudwatch/metricAlarm:MetricAlarm');
      const watched = alarms.map(({ inputs }) => [inputs['metricName'], inputs['dimensions']]);
      const urls = graphs()[name].functions.flatMap(({ variables }) =>
        Object.entries(JSON.parse(variables['LANTERN_QUEUES'] ?? '{}') as Record<string, string>),
      );
      for (const [queue, url] of urls) {
        const metric = queue.endsWith('-dead')
          ? 'ApproximateNumberOfMessagesVisible'
          : 'ApproximateAgeOfOldestMessage';
        expect(watched).toContainEqual([metric, { QueueName: url.split('/').at(-1) }]);
      }
      expect(urls.length).toBeGreaterThan(0);

      const rates = alarms.flatMap(({ inputs }) => (inputs['metricQueries'] ?? []) as object[]);
      expect(rates.filter((query) => 'expression' in query)).toHaveLength(served.length);

      const errors = watched.filter(([metric]) => metric === 'Errors');
      const called = served.flatMap(([, { schedules, streams = [] }]) => [
        ...schedules,
        ...streams,
      ]);
      expect(errors).toHaveLength(called.length);
    });

    it.each([
      ['usual', ['AnalysisLogs', 'DocsLogs', 'WebhookLogs']],
      [
        'everything',
        ['/lantern/all/analysis', '/lantern/all/docs', 'AnalysisLogs', 'DocsLogs', 'WebhookLogs'],
      ],
    ] as const)('watch what jobs give up, wherever these log (%s)', (name, groups) => {
      const graph = graphs()[name];
      const filters = graph.of('aws:cloudwatch/logMetricFilter:LogMetricFilter');
      expect(filters.map(({ inputs }) => inputs['logGroupName']).toSorted()).toEqual(groups);
      const namespace = `lantern/${name === 'usual' ? 'test' : 'all'}`;
      const names = ['analysis-given-up', 'docs-given-up', 'webhook-given-up'];
      for (const { inputs } of filters) {
        // As job() says it: the contract of jobs holds it to that.
        expect(inputs).toMatchObject({
          pattern: '"job gave up"',
          metricTransformation: {
            ...{ namespace, value: '1' },
            name: expect.toSatisfy((metric: string) => names.includes(metric)) as string,
          },
        });
      }
      const alarms = graph.of('aws:cloudwatch/metricAlarm:MetricAlarm');
      for (const metric of names) {
        const watched = alarms.filter(({ inputs }) => inputs['metricName'] === metric);
        expect(watched).toMatchObject([{ inputs: { namespace, statistic: 'Sum', threshold: 0 } }]);
      }
    });

    it('are told by mail where a stage has an address', () => {
      const [topic] = graphs().everything.of('aws:sns/topic:Topic');
      expect(topic).toBeDefined();
      for (const { inputs } of graphs().everything.of('aws:cloudwatch/metricAlarm:MetricAlarm')) {
        expect(inputs['alarmActions']).toHaveLength(1);
      }
      const subscriptions = 'aws:sns/topicSubscription:TopicSubscription';
      expect(graphs().usual.of(subscriptions)).toEqual([]);
      expect(graphs().everything.of(subscriptions)).toMatchObject([
        { inputs: { protocol: 'email', endpoint: 'operator@example.com' } },
      ]);
    });
  });

  it('a stage that keeps its data says when its alarms reach nobody', () => {
    const warnings = (graph: Graph) =>
      graph.of('sst:cli:Outputs').map(({ inputs }) => inputs['warning']);
    expect(warnings(graphs().production)).toEqual([
      'Alarms reach nobody: set mail for the stage production in infra/stage.ts',
    ]);
    expect(warnings(graphs().real)).toEqual([undefined]);
    expect(warnings(graphs().everything)).toEqual([undefined]);
  });

  describe('a stage’s switches', () => {
    it('put a restored table in the place of a service’s own, which stays', () => {
      const { everything } = graphs();
      const tables = (service: string) =>
        everything.functions
          .filter(({ variables }) => variables['LANTERN_SERVICE'] === service)
          .map(({ variables }) => variables['LANTERN_TABLE']);
      // What its roles may do there is held by the access suite.
      expect(new Set(tables('docs'))).toEqual(new Set(['docs-restored']));
      const [own] = everything
        .of('aws:dynamodb/table:Table')
        .filter(({ name }) => name === 'DocsTableTable');
      expect(own).toBeDefined();
      expect(new Set(tables('analysis'))).not.toContain('docs-restored');
    });

    it('give each service a name in a domain', () => {
      const names = (graph: Graph) => [
        ...graph
          .of('aws:apigatewayv2/domainName:DomainName')
          .map(({ inputs }) => inputs['domainName']),
        ...graph
          .of('aws:cloudfront/distribution:Distribution')
          .flatMap(({ inputs }) => inputs['aliases'] as string[]),
      ];
      expect(names(graphs().usual)).toEqual([]);
      expect(names(graphs().everything).toSorted()).toEqual(
        served.map(([name]) => `${name}.example.com`).toSorted(),
      );
    });

    it('leave worker jobs to tasks that a function starts', () => {
      const launching = graphs().everything.functions.find(
        ({ handler, variables }) =>
          handler === 'functions/images/worker/launch.handler' &&
          variables['LANTERN_JOB']?.startsWith('docs/'),
      );
      expect(JSON.parse(launching?.variables['LANTERN_TASK'] ?? '')).toMatchObject({
        container: 'DocsWorker',
        assignPublicIp: true,
        subnets: [expect.any(String), expect.any(String)],
      });
      const [task] = containersOf(graphs().everything, 'DocsWorker');
      expect(task?.variables).toMatchObject({ LANTERN_SERVICE: 'docs', LOG_LEVEL: 'DEBUG' });
      expect(task?.variables['LANTERN_QUEUES']).toContain('docs-large');
      // Who takes requests and who does the work know that there is time.
      const { usual, everything } = graphs();
      const asked = 'functions/docs/generations.generate';
      expect(usual.find(asked)?.variables).not.toHaveProperty('LANTERN_WORKER');
      expect(everything.find(asked)?.variables['LANTERN_WORKER']).toBe('task');
      expect(task?.variables['LANTERN_WORKER']).toBe('task');
    });

    it('run the agent all day, without an address of its own', () => {
      expect(graphs().usual.of('aws:ecs/service:Service')).toEqual([]);
      expect(graphs().everything.of('aws:ecs/service:Service')).toMatchObject([
        {
          inputs: {
            ...{ desiredCount: 1, enableExecuteCommand: false },
            ...{ deploymentMinimumHealthyPercent: 0, deploymentMaximumPercent: 100 },
          },
        },
      ]);
      const [agent] = containersOf(graphs().everything, 'Agent');
      expect(agent?.variables).toMatchObject({ SIDECAR_HOST: '0.0.0.0' });
      expect(agent?.variables).toHaveProperty('LANTERN_SECRETS');
    });

    it('let nobody from outside reach a container', () => {
      const groups = graphs().everything.of('aws:ec2/defaultSecurityGroup:DefaultSecurityGroup');
      const [network] = graphs().everything.of('aws:ec2/vpc:Vpc');
      const admitted = groups.flatMap(
        ({ inputs }) => inputs['ingress'] as { cidrBlocks: string[] }[],
      );
      expect(admitted.map(({ cidrBlocks }) => cidrBlocks)).toEqual([
        [network?.inputs['cidrBlock']],
      ]);
      expect(graphs().everything.of('aws:ec2/securityGroup:SecurityGroup')).toEqual([]);
    });
  });
}
