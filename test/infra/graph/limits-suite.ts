import { describe, expect, it } from 'vitest';
import { services as real } from '#functions/manifest.ts';
import type { Service } from '#functions/service-manifest.ts';
import {
  containersOf,
  type Graph,
  type LambdaFunction,
} from '#test/support/rollout-graph/rollout-graph.ts';
import { handlerIn } from '#test/support/rollout-graph/rows.ts';
import { services } from '#test/support/rollout-graph/manifest.ts';
import type { Graphs } from './graphs.ts';

type Kind = keyof typeof kinds;

const zip = {
  architectures: ['arm64'],
  runtime: 'nodejs24.x',
  packageType: 'Zip',
  memorySize: 1024,
};
const small = { ephemeralStorage: { size: 512 } };
/** SST's own, beside those of the rollout. */
const sealed = ['SST_KEY', 'SST_KEY_FILE', 'SST_RESOURCE_App'];

/** Each kind of function: its size, the seconds it may take, and the variables that it alone has. */
const kinds = {
  // API Gateway gives up after 30 seconds.
  route: { size: { ...zip, ...small, timeout: 29 }, variables: sealed },
  'streaming route': {
    size: { ...zip, ...small, timeout: 29 },
    variables: [...sealed, 'LANTERN_STREAM_URL'],
  },
  stream: { size: { ...zip, ...small, timeout: 900 }, variables: sealed },
  // A WebSocket API gives up after 29 seconds.
  socket: { size: { ...zip, ...small, timeout: 28 }, variables: [...sealed, 'LANTERN_ORIGIN'] },
  schedule: { size: { ...zip, ...small, timeout: 300 }, variables: sealed },
  'stream of a table': { size: { ...zip, ...small, timeout: 60 }, variables: sealed },
  job: { size: { ...zip, ...small, timeout: 60 }, variables: sealed },
  'dead letters': { size: { ...zip, ...small, timeout: 60 }, variables: sealed },
  launcher: {
    size: { ...zip, ...small, timeout: 60 },
    variables: [...sealed, 'LANTERN_JOB', 'LANTERN_TASK'],
  },
  worker: {
    size: {
      ...{ architectures: ['x86_64'], packageType: 'Image', memorySize: 2048, timeout: 900 },
      ephemeralStorage: { size: 4096 },
    },
    variables: ['HOME', 'LANTERN_JOB'],
  },
} as const;

const always = ['BUCKET', 'QUEUES', 'SECRETS', 'SERVICE', 'TABLE'].map((name) => `LANTERN_${name}`);
const withSockets = ['LANTERN_SOCKETS', 'LANTERN_SOCKETS_URL'];

/** What test/support/rollout-graph/stages.ts adds, by service. */
const ofStage: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  real: {},
  usual: {},
  everything: { '*': ['LANTERN_WORKER'], docs: ['LOG_LEVEL'] },
};

/** What an input of a function may be, besides its size. */
const described = ['description', 'environment', 'handler', 'imageConfig', 'imageUri'];
/** Held by the queues' suite. */
const reserved = 'reservedConcurrentExecutions';
const placed = ['loggingConfig', 'name', 'publish', 'role', 's3Bucket', 's3Key'];

export function limitsSuite(graphs: () => Graphs): void {
  describe.each(['real', 'usual', 'everything'] as const)('functions, on the %s stage', (stage) => {
    const graph = (): Graph => graphs()[stage];
    const each = (about: (made: LambdaFunction, kind: Kind) => unknown) =>
      Object.fromEntries(graph().functions.map((made) => [made.name, about(made, kindOf(made))]));

    it('have the size and the time of their kind, and nothing that costs by the hour', () => {
      const shape = ({ inputs }: LambdaFunction) =>
        Object.fromEntries(
          Object.entries(inputs).filter(
            ([name]) => ![...described, ...placed, reserved].includes(name),
          ),
        );
      expect(each(shape)).toEqual(
        each(({ handler }, kind) => ({ ...kinds[kind].size, ...ownTime(handler) })),
      );
    });

    it('have the variables of their kind', () => {
      expect(each(({ variables }) => Object.keys(variables).toSorted())).toEqual(
        each(({ variables }, kind) => {
          const service = variables['LANTERN_SERVICE'] ?? '';
          const rolledOut: Readonly<Record<string, Service>> = stage === 'real' ? real : services;
          const manifest = rolledOut[service];
          const isSocketed = (manifest?.sockets.length ?? 0) > 0 ? withSockets : [];
          const stageOwn = [ofStage[stage]?.['*'] ?? [], ofStage[stage]?.[service] ?? []].flat();
          const own = Object.keys(manifest?.variables ?? {});
          const routed = manifest?.isRouted ? ['LANTERN_ROUTER'] : [];
          // The home page shows where the others answer.
          const beside = service === 'docs' ? ['LANTERN_SERVICES'] : [];
          return [
            ...always,
            ...own,
            ...routed,
            ...beside,
            ...isSocketed,
            ...stageOwn,
            ...kinds[kind].variables,
          ].toSorted();
        }),
      );
    });
  });

  it('containers have the size of their work', () => {
    const sizes = containersOf(graphs().everything).map(({ name, cpu, memory, storage }) => [
      name,
      { cpu, memory, storage },
    ]);
    expect(Object.fromEntries(sizes)).toEqual({
      Agent: { cpu: '256', memory: '512', storage: undefined },
      AnalysisWorker: { cpu: '1024', memory: '4096', storage: { sizeInGib: 40 } },
      DocsWorker: { cpu: '1024', memory: '4096', storage: { sizeInGib: 40 } },
    });
  });
}

const rows = Object.values(services);
const routes = rows.flatMap((service) => service.routes);
const streams = routes.filter(({ stream }) => stream).map(({ file }) => file);

const handlers: Readonly<Record<Exclude<Kind, 'worker'>, readonly string[]>> = {
  route: [
    ...routes
      .filter(({ stream }) => !stream)
      .map(({ file, exported }) => handlerIn(file, exported)),
    ...rows.map(({ common }) => handlerIn(common, 'fallback')),
  ],
  'streaming route': streams.map((file) => handlerIn(file)),
  stream: streams.map((file) => handlerIn(file, 'streamed')),
  socket: rows.flatMap(({ sockets }) =>
    sockets.flatMap(({ file }) =>
      ['connect', 'message', 'disconnect'].map((exported) => handlerIn(file, exported)),
    ),
  ),
  schedule: rows.flatMap(({ schedules }) => schedules.map(({ file }) => handlerIn(file))),
  'stream of a table': rows.flatMap(({ streams: ofTable = [] }) =>
    ofTable.map(({ file }) => handlerIn(file)),
  ),
  job: rows.flatMap(({ jobs }) => jobs.map(({ file }) => handlerIn(file))),
  'dead letters': rows.flatMap(({ jobs }) => jobs.map(({ file }) => handlerIn(file, 'dead'))),
  launcher: ['functions/images/worker/launch.handler'],
};

function kindOf({ handler, name }: LambdaFunction): Kind {
  if (handler.startsWith('image of ')) return 'worker';
  const found = Object.entries(handlers).find(([, known]) => known.includes(handler));
  if (!found) throw new Error(`${name} is no function of the manifest`);
  return found[0] as Kind;
}

/** Of a job that does not take the time of its kind. */
function ownTime(handler: string): { timeout?: number } {
  const job = rows
    .flatMap(({ jobs }) => jobs)
    .find(({ file, runsOn }) => runsOn === 'function' && handlerIn(file) === handler);
  if (job) return { timeout: job.timeoutSeconds };
  return handler === 'image of docs/docs-large' ? { timeout: 840 } : {};
}
