import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { HttpMiddleware, With } from './definition.ts';
import type { Reply } from '../reply/reply.ts';
import type { HttpRequest } from '../request/request.ts';
import { conditionalReply } from './conditional-replies.ts';

/** Turns a failure into a page. It gets the failures of authentication, validation and run(). */
export type Explain = (
  failure: Failure,
  request: HttpRequest,
  platform: Platform,
) => Promise<Reply>;

/** Shows a failure as a page. What goes wrong with the page, or with a reply, has none. */
export function explain(
  page: Explain | undefined,
): HttpMiddleware<With<'platform' | 'request' | 'isAnswered'>> {
  return {
    async onError(call) {
      const { platform, request, isAnswered } = call.context;
      if (!page || !platform || !request || isAnswered || !(call.error instanceof Failure)) return;
      try {
        call.response = await conditionalReply(request, await page(call.error, request, platform));
      } catch (error) {
        call.error = error;
      }
    },
  };
}
