import { stageName } from './stage-names.ts';
import type { StageOptions } from './stage.ts';

type Args = Omit<aws.cloudwatch.MetricAlarmArgs, 'alarmActions' | 'okActions'>;
export type Alarm = (name: string, args: Args) => void;

/** Makes the alarms of a stage, with a topic that sends mail if the stage has an address. */
export function stageAlarms(
  { mail }: StageOptions,
  where: $util.CustomResourceOptions = {},
): Alarm {
  const name = where.provider ? 'EdgeAlarms' : 'Alarms';
  // Not encrypted: CloudWatch may not use the account's key for SNS, and an alarm holds no secret.
  const topic = new aws.sns.Topic(name, { name: stageName(name) }, where);
  if (mail !== undefined) {
    const subscription = { topic: topic.arn, protocol: 'email', endpoint: mail };
    new aws.sns.TopicSubscription(`${name}ByMail`, subscription, where);
  }
  return (name, args) => {
    new aws.cloudwatch.MetricAlarm(
      name,
      {
        name: stageName(name),
        treatMissingData: 'notBreaching',
        ...args,
        alarmActions: [topic.arn],
        okActions: [topic.arn],
      },
      where,
    );
  };
}

/** CloudFront's metrics are in one region, and CloudWatch calls topics of its own region only. */
export function edgeAlarms(options: StageOptions, alarm: Alarm): Alarm {
  const region = 'us-east-1';
  if (options.region === region || !options.router) return alarm;
  return stageAlarms(options, { provider: new aws.Provider('Edge', { region }) });
}

/** The functions of an account share one limit, whatever their stage. */
export function accountAlarms(alarm: Alarm, { accountConcurrency }: StageOptions): void {
  alarm('ThrottleAlarm', {
    alarmDescription: 'Lambda refuses calls in this account: more run at once than it may have',
    ...lambdaMetric('Throttles', 'Sum'),
    ...above(0, 300, 2),
  });
  alarm('ConcurrencyAlarm', {
    alarmDescription: 'Calls of functions take 80 % of what the account may have at once',
    ...lambdaMetric('ConcurrentExecutions', 'Maximum'),
    ...above(0.8 * accountConcurrency, 300, 1),
  });
}

export function lambdaMetric(metricName: string, statistic: string, called?: sst.aws.Function) {
  const dimensions = called && { dimensions: { FunctionName: called.name } };
  return { namespace: 'AWS/Lambda', metricName, statistic, ...dimensions };
}

export function above(threshold: number, period: number | undefined, evaluationPeriods: number) {
  const comparisonOperator = 'GreaterThanThreshold' as const;
  return { comparisonOperator, threshold, evaluationPeriods, ...(period && { period }) };
}
