import type { EventHandler } from '../pulls/context.ts';

/**
 * The handlers by event, loaded when an event needs them: the receiver never does. Other events, such
 * as `ping`, are recorded as a success without steps.
 */
const handlers: Readonly<Record<string, () => Promise<EventHandler>>> = {
  check_run: async () => (await import('./checks.ts')).checkRun,
  issue_comment: async () => (await import('./issue-comment.ts')).issueComment,
  pull_request: async () => (await import('./pull-request.ts')).pullRequest,
  pull_request_review: async () => (await import('./review.ts')).pullRequestReview,
  pull_request_review_thread: async () => (await import('./review.ts')).pullRequestReviewThread,
  push: async () => (await import('./push.ts')).push,
  status: async () => (await import('./checks.ts')).status,
  workflow_run: async () => (await import('./workflow-run.ts')).workflowRun,
};

export async function handlerOf(event: string): Promise<EventHandler | undefined> {
  return Object.hasOwn(handlers, event) ? handlers[event]?.() : undefined;
}
