import { html } from '#core/web/html.ts';
import { page } from '#core/web/page.ts';
import { notice } from '#core/web/parts/feedback.ts';
import { choice, formError, textArea } from '#core/web/parts/form.ts';
import { navigation, type PageFrame } from '../analysis-site.ts';

export interface FeedbackView extends PageFrame {
  readonly isEnabled: boolean;
  /** Of what was sent before. */
  readonly description?: string | undefined;
  readonly type?: string | undefined;
  /** The number and address of the issue that was just filed. */
  readonly filed?: { readonly number: string; readonly url: string } | undefined;
  readonly error?: string;
}

const types = [
  { value: 'bug', label: 'Something is wrong' },
  { value: 'feature', label: 'Something is missing' },
  { value: 'question', label: 'A question' },
];

export function feedbackPage(view: FeedbackView): string {
  const { assets, user, caller, isEnabled, description, type, filed, error } = view;
  const off =
    'This server takes no feedback: its operator has to set TESTS_REPO_URL and SCM_TOKEN.';
  return page({
    title: 'Feedback',
    assets,
    navigation: navigation(caller),
    user,
    heading: 'Feedback',
    lead: 'It becomes an issue in the tests repository of this server, signed with your name.',
    body: html`<div class="stack">
      ${filed && notice('good', html`<p>Thank you: it is <a href="${filed.url}" rel="noopener noreferrer">issue #${filed.number}</a>.</p>`)}
      ${
        isEnabled
          ? html`<lantern-form native>
              <form class="card form" method="post" action="/feedback">
                ${formError(error)}
                ${choice('feedback', { name: 'feedback_type', label: 'About', options: types, ...(type !== undefined && { value: type }) })}
                ${textArea('feedback', {
                  ...{ name: 'description', label: 'What happened, or what do you need?' },
                  ...{ rows: 8, maxLength: 10_000, required: true },
                  hint: 'The first line is the title. Secrets are masked.',
                  ...(description !== undefined && { value: description }),
                })}
                <button class="button primary">Send</button>
              </form>
            </lantern-form>`
          : notice('info', off)
      }
    </div>`,
  });
}
