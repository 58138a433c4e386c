import { watchErrors } from '#core/analysis/alerts/watch-errors.ts';
import { allSettings, analysisSettings } from '#core/analysis/base/settings.ts';
import { assertAllowed, analysisCaller } from '#core/analysis/people/caller.ts';
import { endpoints } from '#core/http/endpoint.ts';
import type { HttpRequest } from '#core/http/request/request.ts';
import { anonymous, type Caller } from '#core/identity/rules.ts';
import { Failure } from '#core/platform/failure.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import { transportHeaders } from '#core/web/policy.ts';

function admin(caller: Caller): void {
  if (!caller.isAdmin) throw new Failure('forbidden', 'admin_only', 'Admin access required');
}

function named({ username }: Caller): void {
  if (username === '') throw new Failure('unauthorized', 'no_username', 'Username required');
}

function allowed(caller: Caller, _request: HttpRequest, environment: Environment): void {
  assertAllowed(environment, caller);
}

function allowedIfNamed(caller: Caller, request: HttpRequest, environment: Environment): void {
  if (caller.username !== '') allowed(caller, request, environment);
}

export const endpoint = endpoints({
  errorKey: 'detail',
  identify: analysisCaller,
  settings: allSettings,
  observe: watchErrors,
  headers: (environment) => transportHeaders(analysisSettings(environment).SECURE_COOKIES),
  access: {
    public: { everyone: anonymous },
    /** Public, but the answer depends on the caller. */
    visitor: {},
    /** Creates or changes data: open to everyone unless ALLOWED_USERS is set. */
    writer: { afterValidation: allowed },
    /** A form of a page that asks for a name first. */
    person: { afterValidation: allowedIfNamed },
    /** The data of one user, whose name may be unproven. */
    named: { first: named },
    /** A change that needs a name. */
    namedWriter: { first: named, afterValidation: allowed },
    admin: { first: admin },
    /** Unknown paths below /api/admin/ answer as the known ones do. */
    fallback: {
      first(caller: Caller, request: HttpRequest) {
        if (`${request.path}/`.startsWith('/api/admin/')) admin(caller);
      },
    },
  },
});
