import type { EventHandler } from './handler.ts';

/**
 * The handlers by event, loaded when an event needs them: the receiver never does. Other events, such
 * as `ping`, are recorded as a success without steps.
 */
const handlers: Readonly<Record<string, () => Promise<EventHandler>>> = {
  check_run: async () => (await import('./check-run.ts')).checkRun,
  pull_request: async () => (await import('./pull-request.ts')).pullRequest,
  pull_request_review_thread: async () =>
    (await import('./pull-request-review-thread.ts')).pullRequestReviewThread,
  status: async () => (await import('./status.ts')).status,
};

export async function handlerOf(event: string): Promise<EventHandler | undefined> {
  return Object.hasOwn(handlers, event) ? handlers[event]?.() : undefined;
}
