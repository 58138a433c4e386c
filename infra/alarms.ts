import { above, lambdaMetric, type Alarm } from './alarm.ts';
import { countWork, givenUpMetric } from './log-metrics.ts';
import { logicalName } from './names.ts';
import type { Router } from './router.ts';
import type { World } from './service-world.ts';

const oldestSeconds = 3600;
const errorPercent = 5;

interface Watched {
  readonly alarm: Alarm;
  /** In the region of CloudFront's metrics. */
  readonly edgeAlarm: Alarm;
  readonly api: sst.aws.ApiGatewayV2;
  readonly router: Router | undefined;
  /** Functions that nobody calls and waits for. */
  readonly scheduled: ReadonlyMap<string, sst.aws.Function>;
  readonly streamed: ReadonlyMap<string, sst.aws.Function>;
}

/** Alarms for dead letters, for old messages, for throttling and for errors. */
export function alarms(world: World, watched: Watched): void {
  const { service, manifest } = world;
  const { alarm, edgeAlarm, api, router, scheduled, streamed } = watched;
  for (const job of manifest.jobs) {
    const { queue: name, timeoutSeconds } = job;
    const queues = world.queues.get(name);
    if (!queues) continue;
    const deep = logicalName(service, name);
    alarm(`${deep}DeadAlarm`, {
      alarmDescription: `${service}: ${name} gave a message up, and nothing has noted it`,
      ...queueMetric(queues.dead, 'ApproximateNumberOfMessagesVisible'),
      ...above(0, 300, 2),
    });
    alarm(`${deep}AgeAlarm`, {
      alarmDescription: `${service}: a message of ${name} is old`,
      ...queueMetric(queues.queue, 'ApproximateAgeOfOldestMessage'),
      // Counts messages in work too.
      ...above(job.oldestSeconds ?? Math.max(oldestSeconds, 2 * timeoutSeconds), 300, 1),
    });
  }
  if (manifest.jobs.length > 0) {
    const name = logicalName(service, 'given-up');
    const hasModels = manifest.jobs.some(({ runsOn }) => runsOn === 'worker');
    countWork(name, { service, logGroupName: world.logs.name, hasModels });
    alarm(`${name}Alarm`, {
      alarmDescription: `${service}: a job gave a message up; it is kept as a dead letter`,
      ...givenUpMetric(service),
      ...above(0, 300, 1),
    });
  }
  alarm(`${logicalName(service)}ErrorAlarm`, {
    alarmDescription: `${service}: more than ${errorPercent} % of the requests fail`,
    ...above(errorPercent, undefined, 2),
    metricQueries: errorRate(api),
  });
  alarm(`${logicalName(service)}TableAlarm`, {
    alarmDescription: `${service}: DynamoDB refuses reads or writes of the table`,
    ...above(0, undefined, 3),
    metricQueries: throttles(world.table),
  });
  if (router) {
    edgeAlarm(`${logicalName(service)}RouterAlarm`, {
      alarmDescription: `${service}: more than ${errorPercent} % of the CDN's answers are errors`,
      namespace: 'AWS/CloudFront',
      metricName: '5xxErrorRate',
      statistic: 'Average',
      dimensions: { DistributionId: router.distribution.id, Region: 'Global' },
      ...above(errorPercent, 300, 2),
    });
  }
  for (const [name, called] of [...scheduled, ...streamed]) {
    alarm(`${logicalName(name)}Alarm`, {
      alarmDescription: `${service}: ${name} fails`,
      ...lambdaMetric('Errors', 'Sum', called),
      ...above(0, 3600, 2),
    });
  }
  for (const [name, called] of streamed) {
    alarm(`${logicalName(name)}LateAlarm`, {
      alarmDescription: `${service}: ${name} gets entries of the table a minute late`,
      ...lambdaMetric('IteratorAge', 'Maximum', called),
      ...above(60_000, 300, 1),
    });
  }
}

function queueMetric(queue: sst.aws.Queue, metricName: string) {
  const dimensions = { QueueName: queue.nodes.queue.name };
  return { namespace: 'AWS/SQS', metricName, statistic: 'Maximum', dimensions };
}

function errorRate(api: sst.aws.ApiGatewayV2) {
  const of = sums('AWS/ApiGateway', { ApiId: api.nodes.api.id });
  return [
    of('failed', '5xx'),
    of('all', 'Count'),
    { id: 'rate', expression: '100 * failed / all', label: 'Failed requests, %', returnData: true },
  ];
}

function throttles(table: $util.Output<string>) {
  const of = sums('AWS/DynamoDB', { TableName: table });
  const expression = 'FILL(reads, 0) + FILL(writes, 0)';
  return [
    of('reads', 'ReadThrottleEvents'),
    of('writes', 'WriteThrottleEvents'),
    { id: 'refused', expression, label: 'Refused calls', returnData: true },
  ];
}

function sums(namespace: string, dimensions: Record<string, $util.Output<string>>) {
  return (id: string, metricName: string) => {
    return { id, metric: { namespace, metricName, stat: 'Sum', period: 300, dimensions } };
  };
}
