import { analysisCaller } from '#core/analysis/caller.ts';
import { analysisSettings } from '#core/analysis/settings.ts';
import { endpoints } from '#core/http/endpoint.ts';
import type { HttpRequest } from '#core/http/request/request.ts';
import { anonymous, type Caller } from '#core/identity/rules.ts';
import { Failure } from '#core/platform/failure.ts';
import { transportHeaders } from '#core/web/policy.ts';

function admin(caller: Caller): void {
  if (!caller.isAdmin) throw new Failure('forbidden', 'admin_only', 'Admin access required');
}

export const endpoint = endpoints({
  errorKey: 'detail',
  identify: analysisCaller,
  headers: (environment) => transportHeaders(analysisSettings(environment).SECURE_COOKIES),
  access: {
    public: { everyone: anonymous },
    /** Public, but the answer depends on the caller. */
    visitor: {},
    admin: { first: admin },
    /** Unknown paths below /api/admin/ answer as the known ones do. */
    fallback: {
      first(caller: Caller, request: HttpRequest) {
        if (request.path.startsWith('/api/admin/')) admin(caller);
      },
    },
  },
});
