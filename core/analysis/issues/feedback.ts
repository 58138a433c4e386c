import { createHash } from 'node:crypto';
import type * as z from 'zod/mini';
import type { Caller } from '#core/identity/rules.ts';
import { codeBlock, codeSpan } from '#core/text/code-span.ts';
import { maskSecrets } from '#core/text/mask.ts';
import { oneLine } from '#core/text/one-line.ts';
import { secretsOf } from '#core/text/secrets-of.ts';
import { singleTildeText } from '#core/text/markdown/single-tilde-text.ts';
import { createOnce } from './create-once.ts';
import type {
  feedbackBody,
  feedbackPreview,
  filedFeedback,
  newFeedback,
  noteSchema,
} from './feedback-schema.ts';
import type { PlaceNeeds } from './places/open-place.ts';
import { signedIssue } from './signed-issue.ts';

/** Labels that a new repository at GitHub has. */
const labelOf = { bug: 'bug', feature: 'enhancement', question: 'question' } as const;
const longest = { title: 100, note: 2_000, notes: 20_000 };

/** The issue that feedback becomes. */
export async function previewFeedback(
  needs: PlaceNeeds,
  caller: Caller,
  feedback: z.output<typeof feedbackBody>,
): Promise<z.output<typeof feedbackPreview>> {
  await openPlace(needs, caller, false);
  const { description, feedback_type, user_agent } = feedback;
  const secrets = secretsOf(needs.environment);
  const masked = (text: string) => maskSecrets(text, secrets);
  const lines = (values: readonly z.output<typeof noteSchema>[]) =>
    values
      // Masked before it is cut: a half of a secret is not recognized.
      .map((value) => masked(textOf(value)).slice(0, longest.note))
      .filter(Boolean)
      .join('\n')
      .slice(0, longest.notes);
  const parts = [
    ['Console errors', lines(feedback.console_errors)],
    ['Failed calls', lines(feedback.failed_api_calls)],
    ['Page', lines([feedback.page_state])],
  ] as const;
  const shown = parts.filter(([, text]) => text !== '');
  const [first = ''] = description.trim().split('\n', 1);
  return {
    title: oneLine(masked(first), longest.title),
    body: [
      singleTildeText(masked(description.trim())),
      ...shown.map(([title, text]) => `### ${title}\n\n${codeBlock('', text)}`),
      ...(user_agent.trim() === '' ? [] : [`Browser: ${codeSpan(masked(user_agent.trim()))}`]),
    ].join('\n\n'),
    labels: [labelOf[feedback_type]],
  };
}

function textOf(note: z.output<typeof noteSchema>): string {
  return (typeof note === 'string' ? note : JSON.stringify(note)).trim();
}

/** Files feedback in the tests repository of the server. The same text of the same user is one issue
 * within a day. */
export async function createFeedback(
  needs: PlaceNeeds,
  caller: Caller,
  { title, body, labels }: z.output<typeof newFeedback>,
): Promise<z.output<typeof filedFeedback>> {
  const place = await openPlace(needs, caller, true);
  const secrets = secretsOf(needs.environment);
  const { username } = caller;
  const id = createHash('sha256')
    .update(JSON.stringify(['feedback', place.name, username, title, body]))
    .digest('hex');
  const about = { id, job_id: '', test_name: '', child_job_name: '', child_build_number: 0 };
  const signing = { secrets, username, longest: place.longestBody };
  const issue = await createOnce(needs, place, about, (mark) => ({
    ...signedIssue({ title, body }, { ...signing, mark }),
    labels,
  }));
  return { issue_url: issue.url, issue_number: issue.number, title: issue.title };
}

/** The client of the code host is only loaded when it is needed. */
async function openPlace(needs: PlaceNeeds, caller: Caller, needsToken: boolean) {
  const { openCodeHost } = await import('./places/open-code-host.ts');
  return openCodeHost(needs, caller, { scm_repo_url: '', scm_token: '' }, { needsToken });
}
