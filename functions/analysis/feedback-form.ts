import { assertNamed } from '#core/analysis/people/choose-name.ts';
import { askName } from './ask-name.ts';
import { form } from './form.ts';

export const handler = form({
  summary: 'Files feedback as an issue',
  access: 'person',
  bodyLimit: 131_072,
  replies: {
    200: { description: 'Filed' },
    401: { description: 'The page that asks for a name, or the token was refused' },
    403: { description: 'Issues in the code host are disabled' },
    422: { description: 'The page again, with what is wrong' },
    502: { description: 'The code host refuses the issue, or does not answer' },
  },
  async act({ platform, caller, body }) {
    assertNamed(caller);
    const { sendFeedback } = await import('#core/analysis/pages/feedback/send-feedback.ts');
    const path = await sendFeedback(platform, caller, body);
    return { status: 200, data: { status: 'ok' }, page: { path } };
  },
  async again({ platform, request, body, frame }, { code, message }) {
    if (code === 'no_name') return askName({ request, body, frame });
    const { feedbackPage } = await import('#core/analysis/pages/feedback/feedback-page.ts');
    const { readFeedback } = await import('#core/analysis/pages/feedback/send-feedback.ts');
    const { description, feedback_type: type } = body;
    const content = readFeedback(platform, {});
    return feedbackPage({ ...frame, ...content, description, type, error: message });
  },
});
