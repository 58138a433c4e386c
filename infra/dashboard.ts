import { ownMetrics } from './log-metrics.ts';
import { stageName } from './stage-names.ts';
import type { World } from './service-world.ts';

interface Shown {
  readonly world: World;
  readonly api: sst.aws.ApiGatewayV2;
}

type Metric = readonly unknown[];

/** The stage's dashboard in CloudWatch: what is done, what fails, what waits, and what it costs. */
export function dashboard(shown: readonly Shown[], region: string): void {
  const queues = shown.flatMap(({ world }) =>
    [...world.queues].map(([name, { queue }]) => ({ name, url: queue.nodes.queue.name })),
  );
  const isDelivery = ({ name }: { readonly name: string }) => name.endsWith('-deliveries');
  const messages = (some: typeof queues): Metric[] =>
    some.map(({ name, url }) => sqs('NumberOfMessagesSent', url, { label: name }));
  const own = (metricName: string): Metric => [ownMetrics().namespace, metricName];
  const failed = shown.flatMap(({ world: { service, manifest }, api }): Metric[] => [
    ['AWS/ApiGateway', '5xx', 'ApiId', api.nodes.api.id, { label: `${service}: answers` }],
    ...(manifest.jobs.length > 0 ? [own(`${service}-given-up`)] : []),
  ]);
  const oldest = queues.map(({ name, url }) =>
    sqs('ApproximateAgeOfOldestMessage', url, { label: name, stat: 'Maximum' }),
  );
  const spent: Metric = ['AWS/Billing', 'EstimatedCharges', 'Currency', 'USD'];
  const widgets: readonly [title: string, metrics: readonly Metric[], properties?: object][] = [
    ['Deliveries', messages(queues.filter(isDelivery))],
    ['Jobs', messages(queues.filter((queue) => !isDelivery(queue)))],
    ['AI calls', [own('ai-calls')]],
    ['Errors', failed],
    ['Age of the oldest message, seconds', oldest],
    ['Cost of AI calls, US dollars a day', [own('ai-cost')], { period: 86_400 }],
    [
      'Charges of the month, US dollars (needs billing alerts)',
      [spent],
      { region: 'us-east-1', stat: 'Maximum', period: 21_600 },
    ],
  ];
  new aws.cloudwatch.Dashboard('Dashboard', {
    dashboardName: stageName('dashboard'),
    dashboardBody: $util.jsonStringify({
      widgets: widgets.map(([title, metrics, more]) => {
        const properties = { title, metrics, region, stat: 'Sum', period: 300, ...more };
        return { type: 'metric', width: 8, height: 6, properties };
      }),
    }),
  });
}

function sqs(name: string, queue: $util.Output<string>, shown: object): Metric {
  return ['AWS/SQS', name, 'QueueName', queue, shown];
}
