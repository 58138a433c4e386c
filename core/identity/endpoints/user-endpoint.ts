import type { Endpoint } from '#core/http/endpoint.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Caller, IdentityRules } from '../rules.ts';

/** The endpoint() of a service with users. */
export type UserEndpoint<Access extends string = 'public'> = Endpoint<Caller, Access>;

/** Reads the rules for a service's users. */
export type ReadRules = (platform: Platform) => IdentityRules | Promise<IdentityRules>;
