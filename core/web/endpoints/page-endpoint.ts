import type * as z from 'zod/mini';
import type { Call, EndpointDefinition } from '#core/http/middlewares/definition.ts';
import type { Endpoint, Explain, Handler } from '#core/http/endpoint.ts';
import type { Reply } from '#core/http/reply/reply.ts';
import { pageReply, type Site } from './explain.ts';
import type { Frame } from '../frame.ts';

type ObjectSchema = z.ZodMiniObject | undefined;
type Definition<Access extends string, Params, Query> = EndpointDefinition<
  Access,
  Params,
  Query,
  undefined
>;

interface Page<Caller, Access extends string, Framed, Params, Query> extends Pick<
  Definition<Access, Params, Query>,
  'summary' | 'access' | 'params' | 'query'
> {
  /** In addition to those of every page. */
  readonly replies?: Definition<Access, Params, Query>['replies'];
  /** Returns the HTML document, or a redirect. */
  readonly show: (
    call: Call<Caller, Params, Query, undefined> & { readonly frame: Framed },
  ) => Promise<string | Reply> | string;
}

const everyPage = {
  200: { description: 'The page', type: 'text/html' },
  302: { description: 'Redirect to the login page, for browsers without a session' },
  401: { description: 'Not signed in' },
};

/** Gives a service page(), the endpoint of a page. Failures are shown as pages too. */
export function pageEndpoint<Caller, Access extends string, Framed extends Frame>(
  endpoint: Endpoint<Caller, Access>,
  site: Site<Caller, Framed>,
  explain: Explain,
) {
  return function page<
    Params extends ObjectSchema = undefined,
    Query extends ObjectSchema = undefined,
  >(definition: Page<Caller, Access, Framed, Params, Query>): Handler {
    const { show, replies, ...rest } = definition;
    return endpoint<Params, Query>({
      ...rest,
      replies: { ...everyPage, ...replies },
      async run(call) {
        const frame = await site.frame(call.platform, call.caller);
        const content = await show({ ...call, frame });
        return typeof content === 'string' ? pageReply(content, 200, frame.sockets) : content;
      },
      explain,
    });
  };
}
