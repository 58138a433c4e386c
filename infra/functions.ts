import { bundling } from './bundling.ts';
import { logEngine } from './log-engine.ts';
import { handlerName } from './names.ts';
import { onlyForLambda, type Statement } from './permissions.ts';
import type { World } from './service-world.ts';

export interface FunctionOptions {
  /** SST's name, which is also the start of the physical name. */
  readonly name: string;
  /** A file in functions/ and the name of its export. */
  readonly file: string;
  readonly exported: string;
  readonly seconds: number;
  readonly memory?: '2048 MB';
  readonly permissions?: readonly Statement[];
  readonly environment?: Readonly<Record<string, $util.Input<string>>>;
  readonly copyFiles?: sst.aws.FunctionArgs['copyFiles'];
  readonly isStreamed?: boolean;
  /** Concurrent calls reserved for this function. */
  readonly reserved?: number | undefined;
}

/** A function of a service, bundled from a handler file. */
export function handlerFunction(world: World, options: FunctionOptions): sst.aws.Function {
  const { name, file, exported, seconds, isStreamed = false, reserved } = options;
  const secrets = world.secrets.forFunctions;
  return new sst.aws.Function(name, {
    handler: `functions/${handlerName(file, exported)}`,
    runtime: 'nodejs24.x',
    architecture: 'arm64',
    timeout: `${seconds} seconds`,
    memory: options.memory ?? '1024 MB',
    nodejs: bundling,
    environment: { ...world.environment, ...secrets.environment, ...options.environment },
    permissions: [...world.permissions, ...secrets.permissions, ...(options.permissions ?? [])],
    logging: { logGroup: world.logs.name },
    ...logEngine(world.manifest, file),
    ...(options.copyFiles && { copyFiles: options.copyFiles }),
    ...(reserved !== undefined && { concurrency: { reserved } }),
    ...(isStreamed && { streaming: true, url: { cors: false } }),
    transform: { role: onlyForLambda },
  });
}
