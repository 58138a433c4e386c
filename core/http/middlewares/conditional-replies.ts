import type { HttpMiddleware, With } from './definition.ts';
import { beneath } from '../reply/beneath.ts';
import { compressed, negotiated } from '../reply/compressed.ts';
import { conditional } from '../reply/conditional.ts';
import type { Reply } from '../reply/reply.ts';
import type { HttpRequest } from '../request/request.ts';

/** Replies with 304 when the client has the content, else in the coding that the client accepts. */
export const conditionalReplies: HttpMiddleware<With<'request'>> = {
  async after(call) {
    call.response = await conditionalReply(call.context.request, call.response);
  },
};

export function conditionalReply(request: HttpRequest, reply: Reply): Reply | Promise<Reply> {
  return compressed(conditional(request, negotiated(request, beneath(request, reply))));
}
