import { generate } from '#core/docs/generate/generate.ts';
import { atField, formProblems, requestOfForm } from '#core/docs/pages/generate/read-form.ts';
import { generateViewOf } from '#core/docs/pages/generate/generate-view.ts';
import { generatePage } from '#core/docs/pages/generate/generate-page.ts';
import { generateBody } from '#core/docs/schema.ts';
import { validate } from '#core/http/request/validate.ts';
import { form } from './form.ts';

export const handler = form({
  summary: 'The form that generates',
  access: 'writer',
  replies: {
    202: { description: 'Accepted' },
    400: { description: 'A repository, provider, model or time that cannot be taken' },
    409: { description: 'The project is being generated already' },
  },
  async act({ platform, caller, body: { sure: _sure, failed, ...fields } }) {
    const wanted = validate(generateBody, requestOfForm(fields), 'body');
    const data = await generate(platform, caller, wanted, {
      completes: failed !== undefined,
    });
    return { status: 202, data, page: { path: `/projects/${encodeURIComponent(data.project)}` } };
  },
  atField,
  async again({ platform, caller, body: values, frame }, failure) {
    const view = await generateViewOf(platform, caller);
    const generate = { ...view, values, problems: formProblems(failure) };
    return generatePage({ ...frame, generate });
  },
});
