import * as z from 'zod/mini';
import { addressOf } from '#core/http/request/address.ts';
import type { Call, EndpointDefinition } from '#core/http/middlewares/definition.ts';
import type { Endpoint, Explain } from '#core/http/endpoint.ts';
import { errorReply } from '#core/http/reply/errors.ts';
import { json, redirect, type Reply } from '#core/http/reply/reply.ts';
import { wantsHtml } from '#core/http/request/wants-html.ts';
import { isFailure, type Failure } from '#core/platform/failure.ts';
import { pageReply, type Site } from './explain.ts';
import type { Frame, Question } from '../frame.ts';
import type { Secret } from '../pages/secret-page.ts';

/** The result of a form. */
export interface Done {
  /** For the scripts of our pages. */
  readonly status: 200 | 202;
  readonly data: object;
  readonly cookies?: readonly string[];
  /** For people without script: the page that follows, a secret that is shown once, or a preview. */
  readonly page:
    | { readonly path: string }
    | { readonly secret: Secret }
    /** The answer itself, where nothing was changed. */
    | { readonly document: string };
}

const fields = z._default(z.record(z.string(), z.string()), {});
type FormCall<Caller, Params, Query> = Call<Caller, Params, Query, typeof fields>;
type ObjectSchema = z.ZodMiniObject | undefined;

interface Form<Caller, Access extends string, Framed, Params, Query> extends Pick<
  EndpointDefinition<Access, Params, Query, typeof fields>,
  'summary' | 'access' | 'params' | 'query' | 'bodyLimit' | 'replies'
> {
  readonly act: (call: FormCall<Caller, Params, Query>) => Promise<Done>;
  /** The question to confirm first, for people without script; undefined: none. */
  readonly question?: (call: FormCall<Caller, Params, Query>) => Question | undefined;
  /** The page with the form and what was wrong with it; undefined: an error page. */
  readonly again?: (
    call: FormCall<Caller, Params, Query> & { readonly frame: Framed },
    failure: Failure,
  ) => Promise<string | undefined>;
  /** Names the field of a failure, for scripts. */
  readonly atField?: (failure: Failure) => Failure;
}

/** Gives a service form(), the endpoint of a form on its pages. Scripts get JSON; without script it
 * redirects to a page (Post/Redirect/Get), or shows a secret once. */
export function formEndpoint<Caller, Access extends string, Framed extends Frame>(
  endpoint: Endpoint<Caller, Access>,
  site: Site<Caller, Framed>,
  explain: Explain,
) {
  return function form<
    Params extends ObjectSchema = undefined,
    Query extends ObjectSchema = undefined,
  >(definition: Form<Caller, Access, Framed, Params, Query>) {
    const { act, question, again, atField, replies, ...rest } = definition;

    async function answer(call: FormCall<Caller, Params, Query>): Promise<Reply> {
      const { platform, request, caller, body } = call;
      const framed = () => site.frame(platform, caller);
      const confirmation = body['sure'] === 'yes' ? undefined : question?.(call);
      if (confirmation) {
        const { confirmPage } = await import('../pages/confirm-page.ts');
        const target = addressOf(request);
        return pageReply(confirmPage(await framed(), { ...confirmation, target, fields: body }));
      }
      try {
        const { page, cookies = [] } = await act(call);
        if ('path' in page) return redirect(303, page.path, { cookies });
        if ('document' in page) return pageReply(page.document);
        const { secretPage } = await import('../pages/secret-page.ts');
        const reply = pageReply(secretPage(await framed(), page.secret));
        return { ...reply, cookies, headers: { ...reply.headers, ...noStore } };
      } catch (error) {
        if (!again || !isFailure(error)) throw error;
        const document = await again({ ...call, frame: await framed() }, error);
        if (document === undefined) throw error;
        return pageReply(document, errorReply(error, request.id, 'detail', platform.log).status);
      }
    }

    return endpoint<Params, Query, typeof fields>({
      ...rest,
      bodyType: 'form',
      body: fields,
      replies: {
        ...replies,
        303: { description: 'Redirect after the change, for browsers without scripts' },
      },
      async run(call) {
        if (wantsHtml(call.request)) return answer(call);
        try {
          const { status, data, cookies = [] } = await act(call);
          return json(status, data, { headers: noStore, cookies });
        } catch (error) {
          throw isFailure(error) && atField ? atField(error) : error;
        }
      },
      explain,
    });
  };
}

// It may contain a key.
const noStore = { 'cache-control': 'no-store' };
