import type { Graph } from './rollout-graph.ts';
import { physicalName } from '../../../scripts/rollout/evaluation.ts';

type Dimensions = Readonly<Record<string, string>>;

interface Metric {
  readonly from: string;
  readonly namespace: string;
  readonly name: string;
  readonly dimensions: Dimensions;
  /** Undefined: the stage's. */
  readonly region: string | undefined;
}

/** The metrics that AWS publishes, with the names of their dimensions. CloudWatch takes every other
 * name too, and shows nothing for it. */
const published: Readonly<Record<string, readonly [dimensions: string, names: readonly string[]]>> =
  {
    'AWS/ApiGateway': ['ApiId', ['4xx', '5xx', 'Count', 'DataProcessed', 'Latency']],
    'AWS/Billing': ['Currency', ['EstimatedCharges']],
    'AWS/CloudFront': ['DistributionId,Region', ['4xxErrorRate', '5xxErrorRate', 'Requests']],
    'AWS/DynamoDB': ['TableName', ['ReadThrottleEvents', 'WriteThrottleEvents']],
    'AWS/ECS': ['ClusterName,ServiceName', ['CPUUtilization', 'MemoryUtilization']],
    'AWS/Lambda': ['FunctionName', ['Errors', 'IteratorAge', 'Throttles']],
    'AWS/SQS': [
      'QueueName',
      [
        ...['ApproximateAgeOfOldestMessage', 'ApproximateNumberOfMessagesVisible'],
        'NumberOfMessagesSent',
      ],
    ],
  };
const ofTheAccount = ['AWS/Lambda Throttles', 'AWS/Lambda ConcurrentExecutions'];
const inOneRegion = ['AWS/Billing', 'AWS/CloudFront'];
const home = 'us-east-1';

interface Widget {
  readonly properties: {
    readonly title: string;
    readonly region: string;
    readonly metrics: readonly (readonly unknown[])[];
  };
}

/** The widgets of the stage's dashboards. */
export function widgetsOf(graph: Pick<Graph, 'of'>): readonly Widget[] {
  return graph.of('aws:cloudwatch/dashboard:Dashboard').flatMap(({ inputs }) => {
    const body = JSON.parse(String(inputs['dashboardBody'])) as { widgets: readonly Widget[] };
    return body.widgets;
  });
}

/** One sentence for each metric of an alarm or a dashboard that nobody publishes. */
export function silentMetrics(graph: Pick<Graph, 'of' | 'resources'>): string[] {
  const filters = graph.of('aws:cloudwatch/logMetricFilter:LogMetricFilter');
  const own = filters.map(({ inputs }) => {
    const { namespace, name } = inputs['metricTransformation'] as Record<string, string>;
    return `${namespace} ${name}`;
  });
  const known = graph.resources.flatMap((one) => [physicalName(one), `${physicalName(one)}-id`]);
  const others = ['USD', 'Global', 'docs-restored'];

  function problemOf({ namespace, name, dimensions, region }: Metric): string | undefined {
    if (own.includes(`${namespace} ${name}`)) return undefined;
    const keys = Object.keys(dimensions).toSorted().join();
    const [expected, names] = published[namespace] ?? ['', []];
    if (keys === '' && ofTheAccount.includes(`${namespace} ${name}`)) return undefined;
    if (!names.includes(name)) return 'is no metric';
    if (keys !== expected) return `has the dimensions ${expected}, not ${keys}`;
    const stray = Object.values(dimensions).find((one) => ![...known, ...others].includes(one));
    if (stray !== undefined) return `is of ${stray}, which the stage has not`;
    return inOneRegion.includes(namespace) && region !== home ? `is in ${home} only` : undefined;
  }

  return [...alarmed(graph), ...shown(graph)].flatMap((metric) => {
    const problem = problemOf(metric);
    return problem === undefined
      ? []
      : [`${metric.from}: ${metric.namespace} ${metric.name} ${problem}`];
  });
}

function alarmed(graph: Pick<Graph, 'of'>): Metric[] {
  const [app] = graph.of('sst:cli:App');
  const { region } = (app?.inputs['providers'] as { aws: { region: string } }).aws;
  return graph
    .of('aws:cloudwatch/metricAlarm:MetricAlarm')
    .flatMap(({ name, inputs, provider }) => {
      const queries = (inputs['metricQueries'] ?? []) as { metric?: Record<string, unknown> }[];
      const single: readonly Record<string, unknown>[] = 'metricName' in inputs ? [inputs] : [];
      return [...single, ...queries.flatMap(({ metric }) => (metric ? [metric] : []))].map(
        (metric) => ({
          from: name,
          namespace: String(metric['namespace']),
          name: String(metric['metricName']),
          dimensions: (metric['dimensions'] ?? {}) as Dimensions,
          region: provider?.includes('::Edge::') ? home : region,
        }),
      );
    });
}

function shown(graph: Pick<Graph, 'of'>): Metric[] {
  return widgetsOf(graph).flatMap(({ properties: { title, region, metrics } }) =>
    metrics.map((metric) => {
      const [namespace, name, ...rest] = metric.filter((part) => typeof part === 'string');
      const pairs = rest.flatMap((key, at) => (at % 2 === 0 ? [[key, rest[at + 1]]] : []));
      const dimensions = Object.fromEntries(pairs) as Dimensions;
      return { from: title, namespace: namespace ?? '', name: name ?? '', dimensions, region };
    }),
  );
}
