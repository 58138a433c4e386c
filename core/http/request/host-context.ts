import type { Context } from 'aws-lambda';
import type { Platform } from '#core/platform/ports/platform.ts';

/** What our own hosts add to the Lambda context; absent in the cloud. */
export interface HostAdditions {
  readonly platform: Platform;
  /** Aborts the run of a schedule when the host stops. */
  readonly signal?: AbortSignal;
  /** The host can send a body that is an async iterable. */
  readonly streaming?: true;
  /** The body was larger than the endpoint's limit and was not read to its end. */
  readonly bodyOverflow?: boolean;
  /** The body of a route with `streamed`, instead of the event's. */
  readonly body?: AsyncIterable<Uint8Array>;
}

export type HostContext = Partial<Context> & { readonly lantern?: HostAdditions };
