import * as schema from '#core/analysis/issues/feedback-schema.ts';
import { json } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';

const refusals = {
  400: { description: 'The server has no repository or no token for feedback' },
  401: { description: 'The code host refuses the token' },
  403: { description: 'Issues in the code host are disabled' },
  502: { description: 'The code host refuses the issue, or does not answer' },
};

/** Of bytes: notes of a browser are cut only after they were read. */
const bodyLimit = 400_000;

export const preview = endpoint({
  summary: 'Writes the issue that feedback on this service becomes',
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
  summary: 'Files feedback as an issue in the tests repository of the server',
  access: 'writer',
  body: schema.newFeedback,
  bodyLimit,
  replies: { 201: { description: 'The issue', schema: schema.filedFeedback }, ...refusals },
  async run({ platform, caller, body }) {
    const { createFeedback } = await import('#core/analysis/issues/feedback.ts');
    return json(201, await createFeedback(platform, caller, body));
  },
});
