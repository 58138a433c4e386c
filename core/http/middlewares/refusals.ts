import { isFailure } from '#core/platform/failure.ts';
import type { HttpMiddleware, With } from './definition.ts';

/** Where a login is missing, a caller whose key was not checked learns why. */
export const refusals: HttpMiddleware<With<'caller' | 'refused' | 'isAnswered'>> = {
  onError(call) {
    const { refused, isAnswered } = call.context;
    const needsLogin = isFailure(call.error, 'unauthorized') || isFailure(call.error, 'forbidden');
    if (needsLogin && !isAnswered) call.error = refused ?? call.error;
  },
};
