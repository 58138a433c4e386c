import { describe, expect, it } from 'vitest';
import { containersOf, type Graph } from '#test/support/rollout-graph/rollout-graph.ts';
import { sizes } from '../../../scripts/rollout/cost.ts';
import { silentMetrics, widgetsOf } from '#test/support/rollout-graph/metrics.ts';
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
      // Of its answers and of its table.
      expect(rates.filter((query) => 'expression' in query)).toHaveLength(2 * served.length);

      const errors = watched.filter(([metric]) => metric === 'Errors');
      const called = served.flatMap(([, { schedules, streams = [] }]) => [
        ...schedules,
        ...streams,
      ]);
      expect(errors).toHaveLength(called.length);
    });

    it.each(['real', 'usual', 'everything'] as const)(
      'and dashboards read metrics that somebody publishes (%s)',
      (name) => {
        expect(silentMetrics(graphs()[name])).toEqual([]);
      },
    );

    it('watch what AWS refuses, and deliveries that wait for 5 minutes', () => {
      const { everything } = graphs();
      const alarms = everything.of('aws:cloudwatch/metricAlarm:MetricAlarm');
      const thresholds = (name: string, dimension = '') =>
        alarms
          .filter(({ inputs }) => inputs['metricName'] === name)
          .filter(({ inputs }) => JSON.stringify(inputs['dimensions'] ?? '').includes(dimension))
          .map(({ inputs }) => inputs['threshold']);
      expect(thresholds('Throttles')).toEqual([0]);
      expect(thresholds('ConcurrentExecutions')).toEqual([800]);
      // The logs, and a feed of the test's documentation.
      expect(thresholds('IteratorAge')).toEqual([60_000, 60_000]);
      expect(thresholds('5xxErrorRate')).toEqual([5, 5]);
      expect(thresholds('ApproximateAgeOfOldestMessage', 'WebhookDeliveriesQueue')).toEqual([300]);
      expect(
        alarms
          .filter(({ inputs }) => inputs['namespace'] === 'AWS/ECS')
          .map(({ inputs }) => inputs),
      ).toMatchObject([
        // ECS sends nothing for a service that has no container.
        {
          ...{ statistic: 'SampleCount', comparisonOperator: 'LessThanThreshold', threshold: 1 },
          treatMissingData: 'breaching',
        },
      ]);
    });

    it('are beside one dashboard of a stage', () => {
      const titles = widgetsOf(graphs().real).map(({ properties: { title } }) => title);
      expect(titles.map((title) => title.split(',')[0])).toEqual([
        ...['Deliveries', 'Jobs', 'AI calls', 'Errors', 'Age of the oldest message'],
        ...['Cost of AI calls', 'Charges of the month'],
      ]);
      const [deliveries, jobs] = widgetsOf(graphs().real);
      expect(deliveries?.properties.metrics).toHaveLength(1);
      expect(jobs?.properties.metrics.length).toBeGreaterThan(6);
    });

    it.each([
      ['usual', ['analysis/functions', 'docs/functions', 'webhook/functions']],
      [
        'everything',
        ['analysis', 'analysis/functions', 'docs', 'docs/functions', 'webhook/functions'],
      ],
    ] as const)('watch what jobs give up, wherever these log (%s)', (name, groups) => {
      const graph = graphs()[name];
      const filters = graph
        .of('aws:cloudwatch/logMetricFilter:LogMetricFilter')
        .filter(({ inputs }) => inputs['pattern'] === '"job gave up"');
      const namespace = `lantern/${name === 'usual' ? 'test' : 'all-of-15-chars'}`;
      expect(filters.map(({ inputs }) => inputs['logGroupName']).toSorted()).toEqual(
        groups.map((group) => `/${namespace}/${group}`),
      );
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
      const { vcpu, gb } = sizes.agent;
      expect(agent).toMatchObject({ cpu: String(1024 * vcpu), memory: String(1024 * gb) });
    });

    it('let tasks alone ask the agent, which sees the files that they name', () => {
      const { usual, everything } = graphs();
      const [agent] = containersOf(everything, 'Agent');
      const workers = ['AnalysisWorker', 'DocsWorker'].flatMap((name) =>
        containersOf(everything, name),
      );
      expect(workers).toHaveLength(2);
      for (const { mounts, memory, variables } of workers) {
        expect(variables).toMatchObject({
          // The service and the namespace of Cloud Map, and the port of the manifest.
          SIDECAR_URL: 'http://Agent.all-of-15-chars.lantern.sst:9100',
          LANTERN_TREES: '/mnt/trees',
          LANTERN_SECRETS: expect.stringMatching(/\/SIDECAR_KEY:1/) as string,
        });
        expect(memory).toBe('2048');
        expect(mounts).toEqual(agent?.mounts);
      }
      expect(agent?.mounts).toMatchObject([{ containerPath: '/mnt/trees' }]);
      expect(everything.of('aws:efs/accessPoint:AccessPoint')).toMatchObject([
        { inputs: { posixUser: { uid: 1000, gid: 1000 } } },
      ]);
      for (const { functions } of [usual, everything]) {
        // The network of the agent has no door to a function.
        expect(functions.filter(({ variables }) => 'SIDECAR_URL' in variables)).toEqual([]);
      }
    });

    it('let ECS replace an agent that does not answer', () => {
      const [agent] = containersOf(graphs().everything, 'Agent');
      expect(agent?.health).toMatchObject({
        command: ['CMD', 'node', '-e', expect.stringContaining(':9100/health') as string],
        startPeriod: 60,
      });
    });

    it('let nobody from outside reach a container', () => {
      const groups = graphs().everything.of('aws:ec2/defaultSecurityGroup:DefaultSecurityGroup');
      const [network] = graphs().everything.of('aws:ec2/vpc:Vpc');
      const files = graphs().everything.of('aws:ec2/securityGroup:SecurityGroup');
      const admitted = [...groups, ...files].flatMap(
        ({ inputs }) => inputs['ingress'] as { cidrBlocks: string[] }[],
      );
      expect(admitted.map(({ cidrBlocks }) => cidrBlocks)).toEqual([
        [network?.inputs['cidrBlock']],
        [network?.inputs['cidrBlock']],
      ]);
    });
  });
}
