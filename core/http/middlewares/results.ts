import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { HttpMiddleware, ServiceHttp, With } from './definition.ts';
import type { Reply } from '../reply/reply.ts';
import { resultOf, type HttpResult, type ReplyContext } from '../reply/result.ts';

type Observer = Pick<ServiceHttp<never, never>, 'observe'>;
type Context = ReplyContext & Partial<With<'platform'>>;

/** Turns a reply into API Gateway's result. */
export function results(service: Observer): HttpMiddleware<Context> {
  return { after: (call) => resultWith(call, call.response, service) };
}

export async function resultWith(
  { event, context }: { readonly event: APIGatewayProxyEventV2; readonly context: Context },
  reply: Reply,
  service: Observer,
): Promise<HttpResult> {
  const { requestId: id, http } = event.requestContext;
  const result = await resultOf({ id, method: http.method }, reply, context);
  if (context.platform) await service.observe?.(context.platform, result.statusCode);
  return result;
}
