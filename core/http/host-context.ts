import type { Context } from 'aws-lambda';
import type { Platform } from '#core/platform/ports/platform.ts';

/** What a host of ours adds to the Lambda context; in the cloud it is absent. */
export interface HostAdditions {
  readonly platform: Platform;
  /** The reply's body may be an async iterable, which the host sends as it comes. */
  readonly streaming?: true;
  /** The body was larger than the endpoint's limit and was not read to its end. */
  readonly bodyOverflow?: boolean;
}

export type HostContext = Partial<Context> & { readonly lantern?: HostAdditions };
