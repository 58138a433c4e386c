import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { HttpMiddleware, ServiceHttp, With } from './definition.ts';
import type { HostContext } from '../request/host-context.ts';
import type { Reply } from '../reply/reply.ts';
import { resultOf, type HttpResult } from '../reply/result.ts';

type Observer = Pick<ServiceHttp<never, never>, 'observe'>;
/** An error reply has the cookies too: a session that was renewed needs them. */
type Context = HostContext & Partial<With<'platform' | 'headers' | 'cookies'>>;

/** Turns a reply into API Gateway's result. */
export function results(service: Observer): HttpMiddleware<Context> {
  return { after: (call) => resultWith(call, call.response, service) };
}

export async function resultWith(
  { event, context }: { readonly event: APIGatewayProxyEventV2; readonly context: Context },
  reply: Reply,
  service: Observer,
): Promise<HttpResult> {
  const headers = { ...context.headers, ...reply.headers };
  const cookies = [...(context.cookies ?? []), ...(reply.cookies ?? [])];
  const { requestId: id, http } = event.requestContext;
  const request = { id, method: http.method };
  const result = await resultOf(request, { ...reply, headers, cookies }, context);
  if (context.platform) await service.observe?.(context.platform, result.statusCode);
  return result;
}
