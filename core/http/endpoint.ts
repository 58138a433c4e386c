import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type * as z from 'zod/mini';
import { chain } from './middlewares/chain.ts';
import type { Call, EndpointDefinition, ServiceHttp } from './middlewares/definition.ts';
import type { HostContext } from './request/host-context.ts';
import { access } from './middlewares/access.ts';
import { authorization } from './middlewares/authorization.ts';
import { conditionalReplies } from './middlewares/conditional-replies.ts';
import { errorReplies } from './middlewares/error-replies.ts';
import { explain, type Explain } from './middlewares/explain.ts';
import { headers } from './middlewares/headers.ts';
import { host } from './middlewares/host.ts';
import { identify } from './middlewares/identify.ts';
import { platform } from './middlewares/platform.ts';
import { refusals } from './middlewares/refusals.ts';
import { results } from './middlewares/results.ts';
import { run } from './middlewares/run.ts';
import { validation } from './middlewares/validation.ts';
import { remembering } from './remembering.ts';
import type { Reply } from './reply/reply.ts';
import type { HttpResult } from './reply/result.ts';

export type { Explain };

export interface Handler {
  (event: APIGatewayProxyEventV2, context?: HostContext): Promise<HttpResult>;
  readonly definition: EndpointDefinition<
    string,
    z.ZodMiniObject | undefined,
    z.ZodMiniObject | undefined,
    z.ZodMiniType | undefined
  >;
}

/** The endpoint() of a service. */
export type Endpoint<Caller, Access extends string> = ReturnType<typeof endpoints<Caller, Access>>;

/** Gives a service its endpoint(): handler, validation, authorization, error mapping and OpenAPI
 * entry from one definition. */
export function endpoints<Caller, Access extends string>(service: ServiceHttp<Caller, Access>) {
  return function endpoint<
    Params extends z.ZodMiniObject | undefined = undefined,
    Query extends z.ZodMiniObject | undefined = undefined,
    Body extends z.ZodMiniType | undefined = undefined,
  >(
    definition: EndpointDefinition<Access, Params, Query, Body> & {
      run(call: Call<Caller, Params, Query, Body>): Reply | Promise<Reply>;
      explain?: Explain;
    },
  ): Handler {
    const rule = service.access[definition.access];
    const handle = chain<APIGatewayProxyEventV2, HostContext, Reply, HttpResult>()
      .use(platform)
      .use(headers(service))
      .use(results(service))
      .use(errorReplies(service))
      .use(host)
      .use(conditionalReplies)
      .use(explain(definition.explain))
      .use(identify(service, rule))
      .use(refusals)
      .use(access(rule))
      .use(validation(definition, service.invalidKind))
      .use(authorization(rule, definition))
      .handler(run(definition));
    const answer = definition.remembers ? remembering(handle, service) : handle;
    return Object.assign(answer, { definition });
  };
}
