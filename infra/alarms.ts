import { countGivenUp, givenUpMetric } from './given-up.ts';
import { logicalName } from './names.ts';
import type { World } from './service-world.ts';
import type { StageOptions } from './stage.ts';

type Alarm = Omit<aws.cloudwatch.MetricAlarmArgs, 'alarmActions' | 'okActions'>;

const oldestSeconds = 3600;
const errorPercent = 5;

/** The topic of all alarms; it sends mail if the stage has an address. */
export function alarmTopic({ mail }: StageOptions): aws.sns.Topic {
  // Not encrypted: CloudWatch may not use the account's key for SNS, and an alarm holds no secret.
  const topic = new aws.sns.Topic('Alarms');
  if (mail !== undefined) {
    new aws.sns.TopicSubscription('AlarmsByMail', {
      topic: topic.arn,
      protocol: 'email',
      endpoint: mail,
    });
  }
  return topic;
}

interface Watched {
  readonly topic: aws.sns.Topic;
  readonly api: sst.aws.ApiGatewayV2;
  /** Functions that nobody calls and waits for: schedules and streams. */
  readonly watched: ReadonlyMap<string, sst.aws.Function>;
}

/** Alarms for dead letters, for old messages and for errors. */
export function alarms(world: World, { topic, api, watched }: Watched): void {
  const { service, manifest } = world;

  function alarm(name: string, args: Alarm): void {
    new aws.cloudwatch.MetricAlarm(name, {
      treatMissingData: 'notBreaching',
      ...args,
      alarmActions: [topic.arn],
      okActions: [topic.arn],
    });
  }

  for (const { queue: name, timeoutSeconds } of manifest.jobs) {
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
      ...above(Math.max(oldestSeconds, 2 * timeoutSeconds), 300, 1),
    });
  }
  if (manifest.jobs.length > 0) {
    const name = logicalName(service, 'given-up');
    countGivenUp(name, { service, logGroupName: world.logs.name });
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
  for (const [name, called] of watched) {
    alarm(`${logicalName(name)}Alarm`, {
      alarmDescription: `${service}: ${name} fails`,
      namespace: 'AWS/Lambda',
      metricName: 'Errors',
      statistic: 'Sum',
      dimensions: { FunctionName: called.name },
      ...above(0, 3600, 2),
    });
  }
}

function above(threshold: number, period: number | undefined, evaluationPeriods: number) {
  const comparisonOperator = 'GreaterThanThreshold' as const;
  return { comparisonOperator, threshold, evaluationPeriods, ...(period && { period }) };
}

function queueMetric(queue: sst.aws.Queue, metricName: string) {
  const dimensions = { QueueName: queue.nodes.queue.name };
  return { namespace: 'AWS/SQS', metricName, statistic: 'Maximum', dimensions };
}

function errorRate(api: sst.aws.ApiGatewayV2) {
  const metric = (id: string, metricName: string) => ({
    id,
    metric: {
      namespace: 'AWS/ApiGateway',
      metricName,
      stat: 'Sum',
      period: 300,
      dimensions: { ApiId: api.nodes.api.id },
    },
  });
  return [
    metric('failed', '5xx'),
    metric('all', 'Count'),
    { id: 'rate', expression: '100 * failed / all', label: 'Failed requests, %', returnData: true },
  ];
}
