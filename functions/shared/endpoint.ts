import type { endpoints } from '#core/http/endpoint.ts';
import type { Caller, IdentityRules } from '#core/identity/rules.ts';
import type { Platform } from '#core/platform/ports/platform.ts';

/** What a service hands to the ways in that it has in common with others: its endpoint(), which
 * knows at least these kinds of access, … */
export type ServiceEndpoint<Access extends string = 'public' | 'visitor'> = ReturnType<
  typeof endpoints<Caller, Access>
>;

/** … and who its users are. */
export type ReadRules = (platform: Platform) => IdentityRules | Promise<IdentityRules>;
