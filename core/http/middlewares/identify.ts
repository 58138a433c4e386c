import { adds } from './chain.ts';
import type { AccessRule, ServiceHttp, With } from './definition.ts';

/** Finds out who calls. A public route asks for nothing. */
export function identify<Caller>(
  service: Pick<ServiceHttp<Caller, never>, 'identify'>,
  rule: AccessRule<Caller>,
) {
  return {
    before: adds(({ request, platform }: With<'request' | 'platform'>) =>
      'everyone' in rule ? { caller: rule.everyone } : service.identify(request, platform),
    ),
  };
}
