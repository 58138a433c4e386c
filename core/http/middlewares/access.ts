import type { AccessRule, HttpMiddleware, With } from './definition.ts';

/** Refuses callers without rights before anything of the request is read. */
export function access<Caller>({
  first,
}: AccessRule<Caller>): HttpMiddleware<With<'caller' | 'request' | 'platform', Caller>> {
  return {
    before({ context: { caller, request, platform } }) {
      first?.(caller, request, platform.environment);
    },
  };
}
