import type { Call, With } from './definition.ts';
import type { Reply } from '../reply/reply.ts';

/** The end of the chain: the endpoint's own code. */
export function run<Caller, Params, Query, Body>(definition: {
  run(call: Call<Caller, Params, Query, Body>): Reply | Promise<Reply>;
}) {
  type Context = Call<Caller, Params, Query, Body> & With<'isAuthorized' | 'isAnswered'>;
  return async (_event: unknown, context: Context): Promise<Reply> => {
    const reply = await definition.run(context);
    if (!context.isAuthorized()) throw new Error('a streamed endpoint has not called authorize()');
    context.isAnswered = true;
    return reply;
  };
}
