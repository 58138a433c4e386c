import { handlerFunction } from './functions.ts';
import { logicalName } from './names.ts';
import type { World } from './service-world.ts';

const routes = { $connect: 'connect', $disconnect: 'disconnect', $default: 'message' } as const;
/** A WebSocket API ends a call after 29 seconds. */
const answerSeconds = 28;

/** The WebSocket routes of a service, whose pages are at `origins`. */
export function socketRoutes(world: World, origins: $util.Output<string>[]): void {
  const { sockets, manifest } = world;
  for (const { file } of manifest.sockets) {
    for (const [route, exported] of Object.entries(routes)) {
      const answering = handlerFunction(world, {
        name: logicalName(file, exported),
        file,
        exported,
        seconds: answerSeconds,
        environment: { LANTERN_ORIGIN: $util.all(origins).apply((all) => all.join(' ')) },
      });
      sockets?.route(route, answering.arn);
    }
  }
}
