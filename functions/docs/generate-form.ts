import * as z from 'zod/mini';
import { generate } from '#core/docs/generate.ts';
import { atField, requestOfForm } from '#core/docs/generate-form.ts';
import { generateBody } from '#core/docs/schema.ts';
import { json, redirect } from '#core/http/reply.ts';
import { validate } from '#core/http/validate.ts';
import { wantsHtml } from '#core/http/wants-html.ts';
import { isFailure } from '#core/platform/failure.ts';
import { orErrorPage } from './page-reply.ts';
import { endpoint } from './service.ts';

export const handler = endpoint({
  summary: 'The form that generates',
  access: 'writer',
  bodyType: 'form',
  bodyLimit: 16_384,
  body: z.record(z.string(), z.string()),
  replies: {
    202: { description: 'Accepted' },
    303: { description: 'Accepted, for browsers without script' },
    400: { description: 'A repository, provider, model or time that cannot be taken' },
    409: { description: 'The project is being generated already' },
  },
  run: ({ platform, request, caller, body }) =>
    orErrorPage({ platform, request }, async () => {
      try {
        const wanted = validate(generateBody, requestOfForm(body), 'body');
        const accepted = await generate(platform, caller, wanted);
        if (!wantsHtml(request)) return json(202, accepted);
        return redirect(303, `/projects/${encodeURIComponent(accepted.project)}`);
      } catch (error) {
        throw isFailure(error) && !wantsHtml(request) ? atField(error) : error;
      }
    }),
});
