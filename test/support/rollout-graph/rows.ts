import { isDeepStrictEqual } from 'node:util';
import type { QueueJob, Service } from '#functions/service-manifest.ts';
import { physicalName, type Resource } from '../../../scripts/rollout/evaluation.ts';
import { arnOf, streamArnOf, type Graph } from './rollout-graph.ts';

type Services = Readonly<Record<string, Service>>;
type Row = readonly [label: string, isThere: boolean];

export interface Expected {
  /** The function that reads a worker job's queue, by the job's name. */
  readonly worker: (job: string) => string;
}

/** Everything in the manifest that the stack lacks, one line each. */
export function missingRows(services: Services, graph: Graph, expected: Expected): string[] {
  return Object.entries(services)
    .filter(([, { isContainer }]) => !isContainer)
    .flatMap(([name, service]) => [
      ...routeRows(name, service, graph),
      ...service.jobs.flatMap((job) => jobRows(name, job, graph, expected)),
      ...socketRows(name, service, graph),
      ...scheduleRows(name, service, graph),
      ...streamRows(name, service, graph),
    ])
    .flatMap(([label, isThere]) => (isThere ? [] : [label]));
}

function routeRows(service: string, { routes, common }: Service, graph: Graph): Row[] {
  const keyed = routes.flatMap(({ method, path, file, exported }) =>
    (method === 'GET' ? ['GET', 'HEAD'] : [method]).map((verb) => [
      `${verb} ${path}`,
      handlerIn(file, exported),
    ]),
  );
  const streams = routes.filter(({ stream }) => stream);
  return [
    ...[...keyed, ['$default', handlerIn(common, 'fallback')]].map(([key = '', handler]): Row => [
      `${service} ${key}`,
      answers(graph, { service, protocol: 'HTTP', key }) === handler,
    ]),
    ...streams.map(({ file }): Row => [`${service} stream ${file}`, isStreamed(graph, file)]),
  ];
}

function jobRows(service: string, job: QueueJob, graph: Graph, { worker }: Expected): Row[] {
  const name = `${service}/${job.queue}`;
  const wanted = job.runsOn === 'worker' ? worker(name) : handlerIn(job.file);
  const queues = graph.of('aws:sqs/queue:Queue');
  const works = (found: Resource | undefined) => found && workerOf(graph, found);
  // A service's functions have the URLs of its queues by their names in the manifest.
  const urls = urlsOf(graph, service);
  const [queue, dead] = [job.queue, `${job.queue}-dead`].map((known) =>
    queues.find((found) => urls[known]?.endsWith(`/${physicalName(found)}`)),
  );
  const redrive = JSON.stringify(queue?.inputs['redrivePolicy'] ?? '');
  return [
    [`${name}: worked off by ${wanted}`, works(queue) === wanted],
    [`${name}-dead: noted`, works(dead) === handlerIn(job.file, 'dead')],
    [
      `${name}: gives up to -dead`,
      dead !== undefined && redrive.includes(arnOf('sqs', physicalName(dead))),
    ],
  ];
}

function socketRows(service: string, { sockets }: Service, graph: Graph): Row[] {
  const exported = { $connect: 'connect', $disconnect: 'disconnect', $default: 'message' };
  return sockets.flatMap(({ path, file }) =>
    Object.entries(exported).map(([key, name]): Row => [
      `${service} socket ${path} ${key}`,
      answers(graph, { service, protocol: 'WEBSOCKET', key }) === handlerIn(file, name),
    ]),
  );
}

function scheduleRows(service: string, { schedules }: Service, graph: Graph): Row[] {
  return schedules.map(({ name, everyMinutes, file }) => {
    const rate = everyMinutes === 1 ? 'rate(1 minute)' : `rate(${everyMinutes} minutes)`;
    const called = graph.of('aws:scheduler/schedule:Schedule').some(({ inputs }) => {
      const { arn } = inputs['target'] as { arn: string };
      const { scheduleExpression } = inputs;
      return scheduleExpression === rate && graph.byArn(arn)?.handler === handlerIn(file);
    });
    return [`${service} schedule ${name}`, called];
  });
}

/** The stream must be of the service's own table, and hold the new items. */
function streamRows(service: string, { streams = [] }: Service, graph: Graph): Row[] {
  return streams.map(({ name, file, feed }) => {
    const called = graph.find(handlerIn(file));
    const table = called?.variables['LANTERN_TABLE'] ?? '';
    // A restored table is not a resource of the stack.
    const isOff = graph
      .of('aws:dynamodb/table:Table')
      .some((one) => physicalName(one) === table && one.inputs['streamViewType'] !== 'NEW_IMAGE');
    const mapping = graph
      .of('aws:lambda/eventSourceMapping:EventSourceMapping')
      .find(({ inputs }) => graph.byArn(inputs['functionName']) === called);
    const isOwn = mapping?.inputs['eventSourceArn'] === streamArnOf(table);
    const { filters = [] } = (mapping?.inputs['filterCriteria'] ?? {}) as {
      filters?: { pattern: string }[];
    };
    const wanted = { eventName: ['INSERT'], dynamodb: { NewImage: { feed: { S: [feed] } } } };
    const isFiltered = isDeepStrictEqual(
      filters.map(({ pattern }) => JSON.parse(pattern) as unknown),
      [wanted],
    );
    const isThere = called !== undefined && !isOff && isOwn && isFiltered;
    return [`${service} stream of ${name}`, isThere];
  });
}

export function handlerIn(file: string, exported = 'handler'): string {
  return `functions/${file.replace(/\.ts$/, '')}.${exported}`;
}

/** The handler behind a route. */
function answers(
  graph: Graph,
  { service, protocol, key }: { service: string; protocol: string; key: string },
): string | undefined {
  const api = graph
    .of('aws:apigatewayv2/api:Api')
    .find(
      ({ name, inputs }) =>
        inputs['protocolType'] === protocol && name.toLowerCase().startsWith(service),
    );
  const route = graph
    .of('aws:apigatewayv2/route:Route')
    .find(
      ({ inputs }) =>
        api && inputs['apiId'] === `${physicalName(api)}-id` && inputs['routeKey'] === key,
    );
  const integration = graph
    .of('aws:apigatewayv2/integration:Integration')
    .find((found) => route?.inputs['target'] === `integrations/${physicalName(found)}-id`);
  return graph.byArn(integration?.inputs['integrationUri'])?.handler;
}

function isStreamed(graph: Graph, file: string): boolean {
  const streaming = graph.find(handlerIn(file, 'streamed'));
  const address = graph
    .of('aws:lambda/functionUrl:FunctionUrl')
    .find(({ inputs }) => inputs['functionName'] === streaming?.name);
  const known = graph.find(handlerIn(file))?.variables['LANTERN_STREAM_URL'] ?? '';
  return address?.inputs['invokeMode'] === 'RESPONSE_STREAM' && known.startsWith('https://');
}

function workerOf(graph: Graph, queue: Resource): string | undefined {
  const mapping = graph
    .of('aws:lambda/eventSourceMapping:EventSourceMapping')
    .find(({ inputs }) => inputs['eventSourceArn'] === arnOf('sqs', physicalName(queue)));
  return graph.byArn(mapping?.inputs['functionName'])?.handler;
}

function urlsOf(graph: Graph, service: string): Record<string, string> {
  const one = graph.functions.find(({ variables }) => variables['LANTERN_SERVICE'] === service);
  return JSON.parse(one?.variables['LANTERN_QUEUES'] ?? '{}') as Record<string, string>;
}
