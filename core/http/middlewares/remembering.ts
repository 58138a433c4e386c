import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Records } from '#core/platform/ports/records.ts';
import type { ServiceHttp } from './definition.ts';
import type { HostContext } from '../request/host-context.ts';
import type { HttpResult } from '../reply/result.ts';

type Handle = (event: APIGatewayProxyEventV2, context?: HostContext) => Promise<HttpResult>;

interface Memory {
  readonly moment: string;
  readonly results: Map<string, HttpResult>;
}

const maxResults = 100;
const maxLength = 256 * 1024;

/**
 * Answers the very same request of the same client from memory, where the home can tell that no record
 * has been written since, and for a second at most: sessions end with time. For handlers whose answers
 * depend on the request, records and what is published with them alone.
 */
export function remembering(
  handle: Handle,
  { observe }: Pick<ServiceHttp<never, never>, 'observe'>,
): Handle {
  const memories = new WeakMap<Records, Memory>();
  return async (event, context) => {
    const platform = context?.lantern?.platform;
    // Taken first: a write during the work makes the result outdated.
    const stamp = await platform?.records.stamp();
    if (!platform || stamp === undefined) return handle(event, context);
    const moment = `${stamp} ${Math.floor(platform.clock.now().getTime() / 1000)}`;
    let memory = memories.get(platform.records);
    if (memory?.moment !== moment) {
      memory = { moment, results: new Map() };
      memories.set(platform.records, memory);
    }
    const { results } = memory;
    const key = keyOf(event);
    const before = results.get(key);
    if (before) {
      await observe?.(platform, before.statusCode);
      return withId(before, event.requestContext.requestId);
    }
    const result = await handle(event, context);
    if (isRepeatable(result) && results.size < maxResults) results.set(key, result);
    return result;
  };
}

/** All that the client has sent, and who it is. */
function keyOf({ rawPath, rawQueryString, headers, cookies, requestContext }: Event): string {
  const { method, sourceIp } = requestContext.http;
  return JSON.stringify([method, sourceIp, rawPath, rawQueryString, cookies, headers]);
}

type Event = Parameters<Handle>[0];

function isRepeatable({ statusCode, body, cookies }: HttpResult): boolean {
  const isWhole = typeof body === 'string' || body instanceof Uint8Array;
  return statusCode === 200 && isWhole && body.length <= maxLength && cookies === undefined;
}

function withId(result: HttpResult, id: string): HttpResult {
  return { ...result, headers: { ...result.headers, 'x-request-id': id } };
}
