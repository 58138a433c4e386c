import * as z from 'zod/mini';
import * as schema from '#core/analysis/issues/feedback-schema.ts';
import { assertNamed } from '#core/analysis/people/caller.ts';
import { json } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';
import { askName, form, page } from './page.ts';

export const show = page({
  summary: 'Show the feedback form',
  access: 'visitor',
  query: z.object({ issue: z.optional(z.string()) }),
  async show({ platform, query, frame }) {
    const { showFeedback } = await import('#core/analysis/pages/feedback/feedback-page.ts');
    return showFeedback(platform, frame, query);
  },
});

export const submit = form({
  summary: 'File feedback from the form as an issue',
  access: 'person',
  bodyLimit: 131_072,
  replies: {
    200: { description: 'Filed' },
    401: { description: 'The page that asks for a name, or the token was refused' },
    403: { description: 'Issues on the code host are disabled' },
    422: { description: 'The page again, with what is wrong' },
    502: { description: 'The code host refused the issue, or did not respond' },
  },
  async act({ platform, caller, body }) {
    assertNamed(caller);
    const { sendFeedback } = await import('#core/analysis/pages/feedback/feedback-page.ts');
    const path = await sendFeedback(platform, caller, body);
    return { status: 200, data: { status: 'ok' }, page: { path } };
  },
  async again({ platform, request, body, frame }, { code, message }) {
    if (code === 'no_name') return askName({ request, body, frame });
    const { showFeedback } = await import('#core/analysis/pages/feedback/feedback-page.ts');
    const { description, feedback_type: type } = body;
    return showFeedback(platform, frame, { description, type, error: message });
  },
});

const refusals = {
  400: { description: 'The server has no repository or no token for feedback' },
  401: { description: 'The code host refused the token' },
  403: { description: 'Issues on the code host are disabled' },
  502: { description: 'The code host refused the issue, or did not respond' },
};

/** In bytes: notes of a browser are cut only after they were read. */
const bodyLimit = 400_000;

export const preview = endpoint({
  summary: 'Preview the issue for feedback on this service',
  access: 'writer',
  body: schema.feedbackBody,
  bodyLimit,
  replies: { 200: { description: 'The text', schema: schema.feedbackPreview }, ...refusals },
  async run({ platform, caller, body }) {
    const { previewFeedback } = await import('#core/analysis/issues/feedback.ts');
    return json(200, await previewFeedback(platform, caller, body));
  },
});

export const create = endpoint({
  summary: 'File feedback as an issue in the server’s tests repository',
  access: 'writer',
  body: schema.newFeedback,
  bodyLimit,
  replies: { 201: { description: 'The issue', schema: schema.filedFeedback }, ...refusals },
  async run({ platform, caller, body }) {
    const { createFeedback } = await import('#core/analysis/issues/feedback.ts');
    return json(201, await createFeedback(platform, caller, body));
  },
});
