import type { Platform } from '#core/platform/ports/platform.ts';
import { chain } from '#core/http/middlewares/chain.ts';
import { platform } from '#core/http/middlewares/platform.ts';
import type { JobContext } from './job.ts';

/** Makes the function of a schedule, a socket or a table stream: it gets the host's platform, else the
 * platform of the deployed function. The signal aborts when the host stops. */
export function onEvent<Event, Result = void>(
  run: (platform: Platform, event: Event, signal?: AbortSignal) => Promise<Result>,
): (event: Event, context?: JobContext) => Promise<Result> {
  return chain<Event, JobContext, Result>()
    .use(platform)
    .handler((event, { platform, lantern }) => run(platform, event, lantern?.signal));
}
