import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { whileUnchanged } from '#core/platform/while-unchanged.ts';
import type { ServiceHttp } from './middlewares/definition.ts';
import type { HostContext } from './request/host-context.ts';
import { isRead } from './reply/conditional.ts';
import type { HttpResult } from './reply/result.ts';

type Event = APIGatewayProxyEventV2;
type Handle = (event: Event, context?: HostContext) => Promise<HttpResult>;

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
  return async (event, context) => {
    const platform = context?.lantern?.platform;
    if (!platform || !isRead(event.requestContext.http)) return handle(event, context);
    let own: HttpResult | undefined;
    const work = async () => {
      own = await handle(event, context);
      return isRepeatable(own) ? own : undefined;
    };
    const second = String(Math.floor(platform.clock.now().getTime() / 1000));
    const result = await whileUnchanged(platform.records, keyOf(event), work, second);
    if (own || !result) return own ?? handle(event, context);
    await observe?.(platform, result.statusCode);
    return withId(result, event.requestContext.requestId);
  };
}

/** All that the client has sent, and who it is. */
function keyOf({ rawPath, rawQueryString, headers, cookies, requestContext }: Event): string {
  const { method, sourceIp } = requestContext.http;
  return JSON.stringify([method, sourceIp, rawPath, rawQueryString, cookies, headers]);
}

function isRepeatable({ statusCode, body, cookies }: HttpResult): boolean {
  const isWhole = typeof body === 'string' || body instanceof Uint8Array;
  return statusCode === 200 && isWhole && body.length <= maxLength && cookies === undefined;
}

function withId(result: HttpResult, id: string): HttpResult {
  return { ...result, headers: { ...result.headers, 'x-request-id': id } };
}
