import * as feedback from '#core/analysis/issues/feedback.ts';
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
  body: feedback.feedbackBody,
  bodyLimit,
  replies: { 200: { description: 'The text', schema: feedback.feedbackPreview }, ...refusals },
  run: async ({ platform, caller, body }) =>
    json(200, await feedback.previewFeedback(platform, caller, body)),
});

export const create = endpoint({
  summary: 'Files feedback as an issue in the tests repository of the server',
  access: 'writer',
  body: feedback.newFeedback,
  bodyLimit,
  replies: { 201: { description: 'The issue', schema: feedback.filedFeedback }, ...refusals },
  run: async ({ platform, caller, body }) =>
    json(201, await feedback.createFeedback(platform, caller, body)),
});
