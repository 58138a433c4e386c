import type { Caller } from '#core/identity/rules.ts';
import { Failure } from '#core/platform/failure.ts';
import { readCapabilities } from '#core/analysis/base/configuration/capabilities.ts';
import { serverRepository } from '#core/analysis/issues/places/code-repository.ts';
import { createFeedback, previewFeedback } from '#core/analysis/issues/feedback.ts';
import { feedbackBody } from '#core/analysis/issues/feedback-schema.ts';
import type { FeedbackView } from './feedback-page.ts';

type Needs = Parameters<typeof createFeedback>[0];
type Fields = Readonly<Record<string, string | undefined>>;

export function readFeedback(
  { environment }: Pick<Needs, 'environment'>,
  { issue = '' }: { readonly issue?: string | undefined },
): Pick<FeedbackView, 'isEnabled' | 'filed'> {
  const own = serverRepository(environment);
  const isNumber = /^\d{1,15}$/.test(issue);
  return {
    isEnabled: readCapabilities(environment).scm_issues_enabled && own !== undefined,
    filed:
      own && isNumber
        ? { number: issue, url: `${own.origin}/${own.owner}/${own.repo}/issues/${issue}` }
        : undefined,
  };
}

/** Files what the form says; gives the page that follows. */
export async function sendFeedback(
  needs: Needs,
  caller: Caller,
  { description = '', feedback_type }: Fields,
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
