import type { Route, Service } from '#functions/service-manifest.ts';
import { assets } from './assets.ts';
import { handlerFunction } from './functions.ts';
import { logMemory } from './log-engine.ts';
import { handlerName, logicalName } from './names.ts';
import { isBehindRouter } from './router.ts';
import type { World } from './service-world.ts';
import type { StageOptions } from './stage.ts';

/** API Gateway ends a request after 30 seconds. */
const answerSeconds = 29;
/** A function URL waits as long as its function runs. */
const streamSeconds = 900;

/** The HTTP API of a service, without its routes. */
export function httpApi(
  service: string,
  manifest: Service,
  options: StageOptions,
): sst.aws.ApiGatewayV2 {
  const { domain, logRetention } = options;
  const isNamed = domain !== undefined && !isBehindRouter(manifest, options);
  return new sst.aws.ApiGatewayV2(`${logicalName(service)}Api`, {
    // Pages and programs of other origins get no CORS headers.
    cors: false,
    accessLog: { retention: logRetention },
    ...(isNamed && { domain: `${service}.${domain}` }),
  });
}

/** The routes of the API: one function for each handler, HEAD beside each GET. */
export function httpRoutes(api: sst.aws.ApiGatewayV2, world: World, options: StageOptions): void {
  const { manifest } = world;
  const copyFiles = assets(manifest);
  const functions = new Map<string, sst.aws.Function>();

  function functionOf(
    { file, exported = 'handler' }: Pick<Route, 'file' | 'exported'>,
    stream?: sst.aws.Function,
  ): sst.aws.Function {
    const name = exported === 'handler' ? logicalName(file) : logicalName(file, exported);
    const existing = functions.get(name);
    if (existing) return existing;
    const answering = handlerFunction(world, {
      name,
      file,
      exported,
      seconds: answerSeconds,
      ...logMemory(manifest, file),
      copyFiles,
      reserved: options.reserved[handlerName(file, exported)],
      environment: { ...world.requests, ...(stream && { LANTERN_STREAM_URL: stream.url }) },
    });
    functions.set(name, answering);
    return answering;
  }

  for (const route of manifest.routes) {
    const { method, path } = route;
    const { arn } = functionOf(route, route.stream && streamed(world, route));
    for (const verb of method === 'GET' ? ['GET', 'HEAD'] : [method]) {
      api.route(`${verb} ${path}`, arn);
    }
  }
  api.route('$default', functionOf({ file: manifest.common, exported: 'fallback' }).arn);
}

/** The same route at a function URL, for callers that wait longer than API Gateway does. The
 * handler beside it returns that address. */
function streamed(world: World, { file }: Route): sst.aws.Function {
  return handlerFunction(world, {
    name: logicalName(file, 'streamed'),
    file,
    exported: 'streamed',
    seconds: streamSeconds,
    environment: world.requests,
    isStreamed: true,
  });
}
