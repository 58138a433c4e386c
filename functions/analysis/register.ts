import * as z from 'zod/mini';
import { analysisIdentity } from '#core/analysis/base/identity.ts';
import { analysisSite } from '#core/analysis/pages/analysis-site.ts';
import { registerPage, waitingFields } from '#core/analysis/pages/register/register.ts';
import { chosenName } from '#core/analysis/people/caller.ts';
import { redirect } from '#core/http/reply/reply.ts';
import { setUsername } from '#core/identity/cookies.ts';
import { assertNotCrossSite } from '#core/identity/same-origin.ts';
import { isFailure } from '#core/platform/failure.ts';
import { pageReply } from '#core/web/endpoints/explain.ts';
import { localPath } from '#core/web/urls.ts';
import { endpoint } from './endpoint.ts';
import { explain, page } from './page.ts';

export const show = page({
  summary: 'Show the form for the name that signs comments and reviews',
  access: 'visitor',
  query: z.object({ next: z.optional(z.string()) }),
  show: ({ frame, caller: { username }, query: { next } }) =>
    registerPage({ ...frame, username, next }),
});

export const submit = endpoint({
  summary: 'Set the name that signs comments and reviews; it is not verified',
  access: 'visitor',
  bodyType: 'form',
  bodyLimit: 65_536,
  body: z.record(z.string(), z.string()),
  replies: {
    303: { description: 'The name is set' },
    307: { description: 'The name is set; the form that needed it is sent again' },
    400: { description: 'The page again, with what is wrong', type: 'text/html' },
  },
  async run({ platform, request, caller, body }) {
    assertNotCrossSite(request);
    const { register_name: name = '', register_next: next } = body;
    try {
      const { secureCookies } = await analysisIdentity(platform);
      const cookies = [setUsername(chosenName(name), secureCookies)];
      return redirect(waitingFields(body) ? 307 : 303, localPath(next), { cookies });
    } catch (error) {
      if (!isFailure(error, 'invalid', 'bad_name')) throw error;
      const { assets } = await analysisSite.frame(platform, caller);
      const waiting = waitingFields(body);
      const view = { assets, username: name, next, error: error.message };
      return pageReply(registerPage({ ...view, ...(waiting && { waiting }) }), 400);
    }
  },
  explain,
});
