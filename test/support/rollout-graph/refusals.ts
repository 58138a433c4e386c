import { physicalName, type Resource } from '../../../scripts/rollout/evaluation.ts';

type Inputs = Readonly<Record<string, unknown>>;

/** What AWS accepts in an input: a range of numbers, a form of text, or at most so many bytes. */
type Accepted = readonly [min: number, max: number] | RegExp | { readonly bytes: number };

/** By type, and by the path of an input. `name` is the final one. An absent input is AWS's default. */
const accepted: Readonly<Record<string, Readonly<Record<string, Accepted>>>> = {
  'apigatewayv2/api:Api': { name: /^.{1,128}$/ },
  'apigatewayv2/route:Route': {
    routeKey: /^(\$(default|connect|disconnect)|[A-Z]{3,7} (\/|(\/[^/\s]+)+))$/,
  },
  'appautoscaling/policy:Policy': { name: /^[ -~]{1,256}$/ },
  'budgets/budget:Budget': { name: /^[^:\\]{1,100}$/ },
  'cloudfront/cachePolicy:CachePolicy': { name: /^[\w-]{1,128}$/, maxTtl: [1, 31_536_000] },
  'cloudfront/function:Function': { name: /^[\w-]{1,64}$/, code: { bytes: 10_240 } },
  'cloudwatch/dashboard:Dashboard': { dashboardName: /^[\w-]{1,255}$/ },
  'cloudwatch/logGroup:LogGroup': { name: /^[\w./#-]{1,512}$/ },
  'cloudwatch/metricAlarm:MetricAlarm': {
    name: /^\P{Cc}{1,255}$/u,
    alarmDescription: { bytes: 1_024 },
    period: /^(10|20|30|[1-9]\d*0)$/,
  },
  'dynamodb/table:Table': { name: /^[\w.-]{3,255}$/ },
  'ecr/repository:Repository': { name: /^(?=.{2,256}$)[a-z0-9]+([._/-][a-z0-9]+)*$/ },
  'ecs/cluster:Cluster': { name: /^[\w-]{1,255}$/ },
  'ecs/service:Service': { name: /^[\w-]{1,255}$/ },
  'ecs/taskDefinition:TaskDefinition': {
    family: /^[\w-]{1,255}$/,
    cpu: /^(256|512|1024|2048|4096|8192|16384)$/,
    'ephemeralStorage.sizeInGib': [21, 200],
  },
  'glue/catalogDatabase:CatalogDatabase': { name: /^[a-z0-9_]{1,255}$/ },
  'glue/catalogTable:CatalogTable': { name: /^[a-z0-9_]{1,255}$/ },
  'iam/role:Role': { name: /^[\w+=,.@-]{1,64}$/, inlinePolicies: { bytes: 10_240 } },
  'lambda/eventSourceMapping:EventSourceMapping': {
    batchSize: [1, 10_000],
    'scalingConfig.maximumConcurrency': [2, 1_000],
    maximumRetryAttempts: [-1, 10_000],
    maximumRecordAgeInSeconds: [-1, 604_800],
  },
  'lambda/function:Function': {
    name: /^[\w-]{1,64}$/,
    description: { bytes: 256 },
    handler: /^\S{1,128}$/,
    timeout: [1, 900],
    memorySize: [128, 10_240],
    'ephemeralStorage.size': [512, 10_240],
    'environment.variables': { bytes: 4_096 },
  },
  'lambda/layerVersion:LayerVersion': { layerName: /^[\w-]{1,140}$/ },
  's3/bucket:Bucket': { bucket: /^(?!.*\.\.)[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/ },
  'scheduler/schedule:Schedule': {
    name: /^[\w.-]{1,64}$/,
    scheduleExpression: /^rate\((1 (minute|hour|day)|([2-9]|[1-9]\d+) (minute|hour|day)s)\)$/,
  },
  'servicediscovery/privateDnsNamespace:PrivateDnsNamespace': { name: /^[!-~]{1,253}$/ },
  'servicediscovery/service:Service': {
    name: /^(?=.{1,127}$)\w([\w-]{0,61}\w)?(\.\w([\w-]{0,61}\w)?)*$/,
  },
  'sns/topic:Topic': { name: /^[\w-]{1,256}$/ },
  'sqs/queue:Queue': {
    name: /^(?=.{1,80}$)[\w-]+(\.fifo)?$/,
    delaySeconds: [0, 900],
    maxMessageSize: [1_024, 1_048_576],
    messageRetentionSeconds: [60, 1_209_600],
    visibilityTimeoutSeconds: [0, 43_200],
  },
  'ssm/parameter:Parameter': {
    name: /^\/(?!aws|ssm)[\w./-]{1,1010}$/i,
    value: { bytes: 4_096 },
  },
};

/** Names that belong to a network, a cluster, an API, a database or a log group; and SST's role for the whole
 * account, of which it makes one. */
const scoped = [
  ...['apigatewayv2/stage:Stage', 'cloudwatch/logMetricFilter:LogMetricFilter'],
  ...['ecs/service:Service', 'glue/catalogTable:CatalogTable', 'route53/record:Record'],
  'servicediscovery/privateDnsNamespace:PrivateDnsNamespace',
];
const accountRole = 'APIGatewayPushToCloudWatchLogsRole';

/** One sentence for each input that AWS would refuse. */
export function refusals(resources: readonly Resource[]): string[] {
  return resources.flatMap((resource) => {
    const { type, name, inputs } = resource;
    return Object.entries(accepted[type.replace(/^aws:/, '')] ?? {}).flatMap(([path, rule]) => {
      const value = path === 'name' ? physicalName(resource) : valueAt(inputs, path);
      if (value === undefined || isAccepted(value, rule)) return [];
      return [`${name}: AWS refuses ${path} of ${type}: ${JSON.stringify(value).slice(0, 100)}`];
    });
  });
}

/** One sentence for each name that does not tell two stages of an account apart, or that nothing
 * above checks. */
export function namesWithoutStage(resources: readonly Resource[], stage: string): string[] {
  return resources.flatMap((resource) => {
    const type = resource.type.replace(/^aws:/, '');
    const isNamed = ['name', 'family', 'dashboardName'].some((path) => path in resource.inputs);
    if (type === resource.type || scoped.includes(type) || resource.name === accountRole) return [];
    const rules = Object.keys(accepted[type] ?? {});
    const isChecked = ['name', 'family', 'dashboardName', 'bucket'].some((one) =>
      rules.includes(one),
    );
    if (!isChecked) return isNamed ? [`${resource.name}: nothing checks a name of ${type}`] : [];
    const name = physicalName(resource);
    // Glue takes no hyphens.
    return [name, name.replaceAll('_', '-')].some((one) => one.includes(stage))
      ? []
      : [`${type}: ${name} does not contain ${stage}`];
  });
}

function valueAt(inputs: Inputs, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((part, name) => (part as Inputs | undefined)?.[name], inputs);
}

function isAccepted(value: unknown, rule: Accepted): boolean {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (rule instanceof RegExp) return rule.test(text);
  if ('bytes' in rule) return Buffer.byteLength(text) <= rule.bytes;
  return Number(value) >= rule[0] && Number(value) <= rule[1];
}
