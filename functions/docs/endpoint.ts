import { docsCaller } from '#core/docs/projects/identity.ts';
import { allSettings, docsSettings } from '#core/docs/settings.ts';
import { assertReader } from '#core/docs/projects/identity.ts';
import { endpoints } from '#core/http/endpoint.ts';
import type { HttpRequest } from '#core/http/request/request.ts';
import { anonymous, type Caller } from '#core/identity/rules.ts';
import { Failure } from '#core/platform/failure.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import { transportHeaders } from '#core/web/policy.ts';

function known(caller: Caller): void {
  if (caller.username === '') throw new Failure('unauthorized', 'unauthorized', 'Unauthorized');
}

export const endpoint = endpoints({
  errorKey: 'detail',
  identify: docsCaller,
  settings: allSettings,
  headers: (environment) => transportHeaders(docsSettings(environment).SECURE_COOKIES),
  access: {
    public: { everyone: anonymous },
    /** Public, but the answer depends on the caller. */
    visitor: {},
    /** Who may read sites: everyone with PUBLIC_DOCS. */
    reader: {
      first(caller: Caller, _request: HttpRequest, environment: Environment) {
        assertReader({ environment }, caller);
      },
    },
    known: { first: known },
    writer: {
      first: known,
      afterValidation({ role }: Caller) {
        if (role !== 'viewer') return;
        throw new Failure('forbidden', 'read_only', 'Write access required.');
      },
    },
    admin: {
      first(caller: Caller) {
        known(caller);
        if (caller.isAdmin) return;
        throw new Failure('forbidden', 'admin_only', 'Admin access required');
      },
    },
    /** Anonymous callers do not learn which paths of the API exist. */
    fallback: {
      first(caller: Caller, request: HttpRequest) {
        if (request.path.startsWith('/api/')) known(caller);
      },
    },
  },
});
