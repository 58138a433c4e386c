import * as z from 'zod/mini';
import { confirmPage } from '#core/docs/pages/confirm-page.ts';
import type { Question } from '#core/docs/pages/views.ts';
import { addressOf } from '#core/http/address.ts';
import type { Call, EndpointDefinition } from '#core/http/endpoint.ts';
import { errorReply } from '#core/http/errors.ts';
import { json, redirect, type Reply } from '#core/http/reply.ts';
import { wantsHtml } from '#core/http/wants-html.ts';
import type { Caller } from '#core/identity/rules.ts';
import { isFailure, type Failure } from '#core/platform/failure.ts';
import { explain, frameOf, pageReply } from './page-reply.ts';
import { endpoint } from './endpoint.ts';

/** What became of a form. */
export interface Done {
  /** For the scripts of our pages. */
  readonly status: 200 | 202;
  readonly data: object;
  readonly cookies?: readonly string[];
  /** For people: the path where they read it, or the page that says it this once. */
  readonly page: { readonly path: string } | { readonly document: string };
}

const fields = z._default(z.record(z.string(), z.string()), {});
type FormCall<Params, Query> = Call<Caller, Params, Query, typeof fields>;

interface Form<Params, Query> extends Pick<
  EndpointDefinition<'known' | 'writer' | 'admin', Params, Query, typeof fields>,
  'summary' | 'access' | 'params' | 'query' | 'replies'
> {
  readonly act: (call: FormCall<Params, Query>) => Promise<Done>;
  /** What people without script are asked before; undefined: nothing. */
  readonly question?: (call: FormCall<Params, Query>) => Question | undefined;
  /** The page with the form again and what was wrong with it; undefined: a page with that alone. */
  readonly again?: (call: FormCall<Params, Query>, failure: Failure) => Promise<string | undefined>;
  /** The same failure, for scripts. */
  readonly atField?: (failure: Failure) => Failure;
}

/** The way in of a form of our pages: with script it answers data, without it leads on to a page
 * (Post/Redirect/Get), or shows once what may not be kept. */
export function pageForm<
  Params extends z.ZodMiniObject | undefined = undefined,
  Query extends z.ZodMiniObject | undefined = undefined,
>(form: Form<Params, Query>) {
  const { act, question, again, atField, replies, ...rest } = form;

  async function answer(call: FormCall<Params, Query>): Promise<Reply> {
    const { platform, request, caller, body } = call;
    const asked = body['sure'] === 'yes' ? undefined : question?.(call);
    if (asked) {
      const frame = await frameOf(platform, caller);
      const target = addressOf(request);
      return pageReply(confirmPage({ ...frame, ...asked, target, fields: body }));
    }
    try {
      return replyOf(await act(call));
    } catch (error) {
      const document = isFailure(error) ? await again?.(call, error) : undefined;
      if (document === undefined) throw error;
      return pageReply(document, errorReply(error, request.id, 'detail', platform.log).status);
    }
  }

  return endpoint<Params, Query, typeof fields>({
    ...rest,
    bodyType: 'form',
    body: fields,
    replies: { ...replies, 303: { description: 'Done, for browsers without script' } },
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
}

// A key may be in it.
const noStore = { 'cache-control': 'no-store' };

function replyOf({ page, cookies = [] }: Done): Reply {
  if ('path' in page) return redirect(303, page.path, { cookies });
  const reply = pageReply(page.document);
  return { ...reply, cookies, headers: { ...reply.headers, ...noStore } };
}
