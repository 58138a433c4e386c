import type { FetchReply } from '#core/platform/ports/fetch.ts';

export interface ScmRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Begins with a slash, below the base URL; or the whole URL of a further page. */
  readonly path: string;
  readonly accept: string;
  /** JSON text. */
  readonly body?: string;
  readonly timeoutMilliseconds: number;
  readonly maxBytes: number;
  readonly signal?: AbortSignal;
}

/** Sends one request. Any HTTP status is an answer; no answer is Failure('upstream'). */
export type SendToScm = (request: ScmRequest) => Promise<FetchReply>;

export function textReply(
  text: string,
  status = 200,
  headers: FetchReply['headers'] = {},
): FetchReply {
  return { status, headers, body: Buffer.from(text), text: () => text };
}
