import { html } from '#core/web/html.ts';
import { notice } from '#core/web/parts/feedback.ts';
import { choice, formError, textArea } from '#core/web/parts/form.ts';
import type { PageFrame } from '../analysis-site.ts';
import { sitePage } from '../site-page.ts';
import type { Caller } from '#core/identity/rules.ts';
import { Failure } from '#core/platform/failure.ts';
import { readCapabilities } from '../../base/configuration/capabilities.ts';
import { serverRepository } from '../../base/configuration/code-repository.ts';
import { createFeedback, previewFeedback } from '../../issues/feedback.ts';
import { feedbackBody } from '../../issues/feedback-schema.ts';

export interface FeedbackView extends PageFrame {
  readonly isEnabled: boolean;
  /** What was sent before. */
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
  const { isEnabled, description, type, filed, error } = view;
  const off =
    'Feedback is off: the operator of this server has to set TESTS_REPO_URL and SCM_TOKEN.';
  return sitePage(view, {
    title: 'Feedback',
    heading: 'Feedback',
    lead: 'Your feedback is filed as an issue in the tests repository of this server, signed with your name.',
    body: html`<div class="stack">
      ${filed && notice('good', html`<p>Thank you. Filed as <a href="${filed.url}" rel="noopener noreferrer">issue #${filed.number}</a>.</p>`)}
      ${
        isEnabled
          ? html`<lantern-form native>
              <form class="card form" method="post" action="/feedback">
                ${formError(error)}
                ${choice('feedback', { name: 'feedback_type', label: 'About', options: types, ...(type !== undefined && { value: type }) })}
                ${textArea('feedback', {
                  name: 'description',
                  label: 'What happened, or what do you need?',
                  rows: 8,
                  maxLength: 10_000,
                  required: true,
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

type Needs = Parameters<typeof createFeedback>[0];
type FeedbackFields = Readonly<Record<string, string | undefined>>;

/** `issue`: the number of the one that was just filed. */
export function showFeedback(
  { environment }: Pick<Needs, 'environment'>,
  frame: PageFrame,
  { issue = '', ...more }: Partial<FeedbackView> & { readonly issue?: string | undefined },
): string {
  const own = serverRepository(environment);
  const isEnabled = readCapabilities(environment).scm_issues_enabled && own !== undefined;
  const isFiled = own && /^\d{1,15}$/.test(issue);
  const url = own && `${own.origin}/${own.owner}/${own.repo}/issues/${issue}`;
  const issueLink = isFiled && url ? { number: issue, url } : undefined;
  return feedbackPage({ ...frame, ...more, isEnabled, filed: issueLink });
}

/** Files what the form says; gives the page that follows. */
export async function sendFeedback(
  needs: Needs,
  caller: Caller,
  { description = '', feedback_type }: FeedbackFields,
): Promise<string> {
  const parsed = feedbackBody.safeParse({ description, feedback_type });
  if (!parsed.success) {
    const text = description.trim() === '' ? 'Write something.' : 'Use at most 10,000 characters.';
    throw new Failure('unprocessable', 'bad_feedback', text);
  }
  const issue = await previewFeedback(needs, caller, parsed.data);
  const { issue_number } = await createFeedback(needs, caller, issue);
  return `/feedback?issue=${issue_number}`;
}
