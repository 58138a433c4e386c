import { randomBytes } from 'node:crypto';
import { account, json, query, region, rest } from '../aws-http.ts';
import { kind, written, type Kinds } from '../kind.ts';

interface Target {
  readonly arn: string;
  readonly roleArn?: string;
  readonly input?: string;
}

interface ScheduleInputs {
  readonly name: string;
  readonly groupName?: string;
  readonly scheduleExpression: string;
  readonly state?: string;
  readonly flexibleTimeWindow: { readonly mode: string };
  readonly target: Target;
}

interface AlarmInputs {
  readonly name: string;
  readonly namespace?: string;
  readonly metricName?: string;
  readonly statistic?: string;
  readonly period?: number;
  readonly evaluationPeriods: number;
  readonly threshold?: number;
  readonly comparisonOperator: string;
}

const logs = (action: string, body: object) => json('logs', `Logs_20140328.${action}`, body);
const events = (action: string, body: object) => json('events', `AWSEvents.${action}`, body);

/** Logs, schedules, alarms, secrets and other resources around the functions. */
export const around: Kinds = {
  'random:index/randomBytes:RandomBytes': kind<{ length: number }>({
    async create({ length }) {
      const bytes = randomBytes(length);
      const outputs = { base64: bytes.toString('base64'), hex: bytes.toString('hex') };
      return { id: outputs.base64, outputs };
    },
  }),

  'aws:cloudwatch/logGroup:LogGroup': kind<{ name: string; retentionInDays?: number }>({
    async create({ name, retentionInDays }) {
      await logs('CreateLogGroup', { logGroupName: name });
      if (retentionInDays)
        await logs('PutRetentionPolicy', { logGroupName: name, retentionInDays });
      return { id: name, outputs: { arn: `arn:aws:logs:${region}:${account}:log-group:${name}` } };
    },
    async update(id, { retentionInDays }) {
      if (retentionInDays) await logs('PutRetentionPolicy', { logGroupName: id, retentionInDays });
      return { id, outputs: { arn: `arn:aws:logs:${region}:${account}:log-group:${id}` } };
    },
    remove: (id) => logs('DeleteLogGroup', { logGroupName: id }),
  }),

  'aws:cloudwatch/eventRule:EventRule': written<{ name: string; scheduleExpression: string }>(
    async ({ name, scheduleExpression }) => {
      await events('PutRule', { Name: name, ScheduleExpression: scheduleExpression });
      return { id: name, outputs: { arn: `arn:aws:events:${region}:${account}:rule/${name}` } };
    },
    (id) => events('DeleteRule', { Name: id }),
  ),

  'aws:cloudwatch/eventTarget:EventTarget': written<{ rule: string; arn: string; input?: string }>(
    async ({ rule, arn, input }) => {
      await events('PutTargets', {
        Rule: rule,
        Targets: [{ Id: 'target', Arn: arn, Input: input }],
      });
      return { id: `${rule}-target` };
    },
    (_id, { rule }) => events('RemoveTargets', { Rule: rule, Ids: ['target'] }),
  ),

  'aws:scheduler/schedule:Schedule': kind<ScheduleInputs>({
    async create(inputs) {
      await rest('scheduler', 'POST', `/schedules/${inputs.name}`, scheduleOf(inputs));
      return {
        id: inputs.name,
        outputs: { arn: `arn:aws:scheduler:${region}:${account}:schedule/default/${inputs.name}` },
      };
    },
    async update(id, inputs) {
      await rest('scheduler', 'PUT', `/schedules/${id}`, scheduleOf(inputs));
      return { id };
    },
    remove: (id) => rest('scheduler', 'DELETE', `/schedules/${id}`),
  }),

  'aws:cloudwatch/metricAlarm:MetricAlarm': written<AlarmInputs>(
    async (inputs) => {
      await query('monitoring', 'PutMetricAlarm', '2010-08-01', {
        AlarmName: inputs.name,
        Namespace: inputs.namespace,
        MetricName: inputs.metricName,
        Statistic: inputs.statistic,
        Period: inputs.period,
        EvaluationPeriods: inputs.evaluationPeriods,
        Threshold: inputs.threshold,
        ComparisonOperator: inputs.comparisonOperator,
      });
      return { id: inputs.name };
    },
    (id) => query('monitoring', 'DeleteAlarms', '2010-08-01', { 'AlarmNames.member.1': id }),
  ),

  'aws:ssm/parameter:Parameter': written<{ name: string; type: string; value: string }>(
    async ({ name, type, value }) => {
      const body = { Name: name, Type: type, Value: value, Overwrite: true };
      const { Version } = await json<{ Version: number }>('ssm', 'AmazonSSM.PutParameter', body);
      return { id: name, outputs: { version: Version } };
    },
    (id) => json('ssm', 'AmazonSSM.DeleteParameter', { Name: id }),
  ),

  'aws:sns/topic:Topic': written<{ name: string }>(
    async ({ name }) => {
      await query('sns', 'CreateTopic', '2010-03-31', { Name: name });
      const arn = `arn:aws:sns:${region}:${account}:${name}`;
      return { id: arn, outputs: { arn } };
    },
    (id) => query('sns', 'DeleteTopic', '2010-03-31', { TopicArn: id }),
  ),

  'aws:ecr/repository:Repository': kind<{ name: string }>({
    async create(inputs) {
      // The provider writes names of repositories in lower case.
      const name = inputs.name.toLowerCase();
      const target = 'AmazonEC2ContainerRegistry_V20150921.CreateRepository';
      await json('ecr', target, { repositoryName: name });
      const host = `${account}.dkr.ecr.${region}.amazonaws.com`;
      const arn = `arn:aws:ecr:${region}:${account}:repository/${name}`;
      return {
        id: name,
        outputs: { name, arn, repositoryUrl: `${host}/${name}`, registryId: account },
      };
    },
    remove: (id) =>
      json('ecr', 'AmazonEC2ContainerRegistry_V20150921.DeleteRepository', {
        repositoryName: id,
        force: true,
      }),
  }),

  // Images are built and run in other tests.
  'docker-build:index:Image': kind<{ tags?: readonly string[] }>({
    async create({ tags }) {
      const digest = `sha256:${'0'.repeat(64)}`;
      return { id: digest, outputs: { digest, ref: `${tags?.[0] ?? 'image'}@${digest}` } };
    },
  }),
};

function scheduleOf({ target, flexibleTimeWindow, ...schedule }: ScheduleInputs) {
  return {
    ScheduleExpression: schedule.scheduleExpression,
    State: schedule.state ?? 'ENABLED',
    FlexibleTimeWindow: { Mode: flexibleTimeWindow.mode },
    Target: { Arn: target.arn, RoleArn: target.roleArn, Input: target.input },
  };
}
