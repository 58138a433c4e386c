import { pathToFileURL } from 'node:url';
import { answerOf } from './answers.ts';
import type { Stack, StoredResource } from './checkpoint.ts';
import type { EventLog } from './event-log.ts';
import { loadPulumi, plainFields } from './pulumi.ts';
import type { Rollout } from './rollout.ts';

interface Program {
  readonly main: string;
  readonly stack: Stack;
  readonly isPlanning: boolean;
  readonly rollout: Rollout;
  readonly log: EventLog;
}

/** Runs the program to its end and passes on every resource that it registers. Resolves with the
 * first error, if there was one. */
export async function runProgram(program: Program): Promise<unknown> {
  const { main, stack, isPlanning, rollout, log } = program;
  const pulumi = loadPulumi(main);
  const { runtime } = pulumi;
  const read = { newResource: readResource, call: callFunction };
  await runtime.setMocks(read, stack.app, stack.stage, isPlanning, 'organization');
  const monitor = runtime.getMonitor();
  const stored = new Map<string, StoredResource>();

  monitor.registerResource = async (request, reply) => {
    const type = request.getType();
    const name = request.getName();
    const parent = request.getParent();
    const urn = monitor.newUrn(parent, type, name);
    try {
      const resource = await rollout.apply({
        ...{ urn, type, name, parent, custom: request.getCustom() },
        dependencies: request.getDependenciesList(),
        inputs: plainFields(request.getObject()),
        kept: request.getIgnorechangesList(),
      });
      stored.set(urn, resource);
      monitor.resources.set(urn, { urn, id: resource.id ?? null, state: resource.outputs });
      const response = pulumi.response();
      response.setUrn(urn);
      response.setId(resource.id ?? '');
      response.setObject(pulumi.struct(resource.outputs));
      reply(null, response);
    } catch (error) {
      log.failed(urn, error instanceof Error ? error.message : String(error));
      reply(error, undefined);
    }
  };

  monitor.registerResourceOutputs = (request, reply) => {
    const resource = stored.get(request.getUrn());
    if (resource) resource.outputs = plainFields(request.getOutputs());
    reply(null, {});
  };

  let failure: unknown;
  const failed = (error: unknown) => (failure ??= error ?? new Error('unknown'));
  process.on('unhandledRejection', failed);
  // Resources may be registered after the program's own promise has settled: the end is an empty
  // event loop.
  const drained = new Promise<void>((resolve) => process.once('beforeExit', () => resolve()));
  runtime
    .runInPulumiStack(async () => {
      const { default: outputs } = (await import(pathToFileURL(main).href)) as { default: unknown };
      return outputs;
    })
    .then(() => runtime.disconnect(), failed);
  await drained;
  return failure;
}

/** An existing resource that is only read. */
async function readResource(asked: { id?: string; name: string; inputs: object }) {
  return { id: asked.id ?? asked.name, state: asked.inputs };
}

function callFunction({ token, inputs }: { token: string; inputs: Record<string, unknown> }) {
  return answerOf(token, inputs);
}
