import { adds } from './chain.ts';
import type { AccessRule, With } from './definition.ts';

/** Checks the caller's role once the body is validated; run() does it where it reads the body. */
export function authorization<Caller>(
  { afterValidation }: AccessRule<Caller>,
  { streamed }: { readonly streamed?: unknown },
) {
  return {
    before: adds((call: With<'caller' | 'request' | 'platform', Caller>) => {
      let isAuthorized = false;
      const authorize = () => {
        afterValidation?.(call.caller, call.request, call.platform.environment);
        isAuthorized = true;
      };
      if (!streamed) authorize();
      return { authorize, isAuthorized: () => isAuthorized };
    }),
  };
}
