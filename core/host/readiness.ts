import type { IncomingMessage, ServerResponse } from 'node:http';
import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { within } from '#core/platform/within.ts';
import { targetOf } from './gateway/request-target.ts';

const readyPath = '/ready';

interface ReadinessOptions {
  /** Undefined: the service's own health check says `draining`. */
  readonly healthPath: string | undefined;
  /** Fails when a store does not answer. */
  readonly check: () => Promise<void>;
  readonly clock: Platform['clock'];
}

const checkMilliseconds = 4_000;

/**
 * What a load balancer asks: `/ready` says whether the stores answer, and so does not the service's
 * own health check, which says that the process lives. Both say `draining` once the service stops.
 */
export function readiness({ healthPath, check, clock }: ReadinessOptions) {
  let isDraining = false;

  async function state(): Promise<object> {
    if (isDraining) return { status: 'draining' };
    let failure: unknown = new Failure(
      'unavailable',
      'too_slow',
      'The stores do not answer in time',
    );
    const checked = check().then(
      () => (failure = undefined),
      (error: unknown) => (failure = error),
    );
    await within(clock, checkMilliseconds, checked);
    if (failure === undefined) return { status: 'ready' };
    // The message names addresses, which are for the operator's log.
    const reason = failure instanceof Failure ? failure.code : 'internal_error';
    return { status: 'unavailable', reason };
  }

  return {
    /** From now on new work goes elsewhere. */
    drain: () => void (isDraining = true),

    /** True: the request was one of these, and is answered. */
    answers(request: IncomingMessage, response: ServerResponse): boolean {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false;
      const { path } = targetOf(request.url);
      if (path !== readyPath && !(isDraining && path === healthPath)) return false;
      void state().then((body) => {
        response.writeHead('ready' === (body as { status: string }).status ? 200 : 503, {
          'content-type': 'application/json; charset=utf-8',
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
        });
        response.end(request.method === 'HEAD' ? undefined : JSON.stringify(body));
      });
      return true;
    },
  };
}
