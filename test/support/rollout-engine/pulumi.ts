import { createRequire } from 'node:module';
import { join } from 'node:path';

// The parts of the SDK of `sst install` that the engine uses.

export interface Struct {
  toJavaScript(): Record<string, unknown>;
}

export interface RegisterRequest {
  getType(): string;
  getName(): string;
  getParent(): string;
  getCustom(): boolean;
  getObject(): Struct | undefined;
  getDependenciesList(): string[];
  getIgnorechangesList(): string[];
}

interface OutputsRequest {
  getUrn(): string;
  getOutputs(): Struct | undefined;
}

interface RegisterResponse {
  setUrn(urn: string): void;
  setId(id: string): void;
  setObject(state: Struct): void;
}

type Reply = (error: unknown, response: unknown) => void;

interface Monitor {
  newUrn(parent: string, type: string, name: string): string;
  readonly resources: Map<string, unknown>;
  registerResource(request: RegisterRequest, reply: Reply): Promise<void>;
  registerResourceOutputs(request: OutputsRequest, reply: Reply): void;
}

interface Runtime {
  setMocks(
    mocks: object,
    app: string,
    stage: string,
    preview: boolean,
    owner: string,
  ): Promise<void>;
  getMonitor(): Monitor;
  runInPulumiStack(program: () => Promise<unknown>): Promise<unknown>;
  disconnect(): Promise<void>;
}

export interface Pulumi {
  readonly runtime: Runtime;
  response(): RegisterResponse;
  struct(value: object): Struct;
}

/** The same SDK that the program loads: both share its state. */
export function loadPulumi(main: string): Pulumi {
  const load = createRequire(join(main, '..', 'package.json'));
  const { runtime } = load('@pulumi/pulumi') as { runtime: Runtime };
  const { RegisterResourceResponse } = load('@pulumi/pulumi/proto/resource_pb.js') as {
    RegisterResourceResponse: new () => RegisterResponse;
  };
  const { Struct: StructClass } = load('google-protobuf/google/protobuf/struct_pb.js') as {
    Struct: { fromJavaScript(value: object): Struct };
  };
  return {
    runtime,
    response: () => new RegisterResourceResponse(),
    struct: (value) => StructClass.fromJavaScript(value),
  };
}

// Marks a value inside an envelope.
const mark = '4dabf18193072939515e22adb298388d';

/** Removes the envelopes of secrets and outputs; an asset keeps its path. */
export function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== 'object') return value;
  const fields = value as Record<string, unknown>;
  if (mark in fields && 'value' in fields) return plain(fields['value']);
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => name !== mark)
      .map(([name, field]) => [name, plain(field)]),
  );
}

export const plainFields = (struct: Struct | undefined) =>
  plain(struct?.toJavaScript() ?? {}) as Record<string, unknown>;
