import { assets } from './assets.ts';
import { handlerFunction } from './functions.ts';
import { logicalName } from './names.ts';
import type { World } from './service-world.ts';

/** API Gateway gives up after 30 seconds. */
const answerSeconds = 29;

/** The HTTP API of a service: one function for each handler file, HEAD beside each GET. */
export function httpApi(world: World, domain: string | undefined): sst.aws.ApiGatewayV2 {
  const { service, manifest } = world;
  const api = new sst.aws.ApiGatewayV2(`${logicalName(service)}Api`, {
    cors: false,
    ...(domain !== undefined && { domain: `${service}.${domain}` }),
  });
  const made = new Map<string, sst.aws.Function>();

  function functionOf(file: string): sst.aws.Function {
    const known = made.get(file);
    if (known) return known;
    const answering = handlerFunction(world, {
      ...{ name: logicalName(file), file, exported: 'handler', seconds: answerSeconds },
      copyFiles: assets(manifest),
    });
    made.set(file, answering);
    return answering;
  }

  for (const { method, path, file } of manifest.routes) {
    const { arn } = functionOf(file);
    for (const verb of method === 'GET' ? ['GET', 'HEAD'] : [method]) {
      api.route(`${verb} ${path}`, arn);
    }
  }
  api.route('$default', functionOf(manifest.fallback).arn);
  return api;
}
