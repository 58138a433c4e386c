import { ok } from '#test/support/scm/reply.ts';
import type { Routes } from '#test/support/scm/reply.ts';

/** Routes that are not of one repository. The first and the last need no token. */
export const hostWide: Routes = {
  'GET /meta': ({ host }) =>
    ok({ verifiable_password_authentication: false, ...host.published.scm }),
  'GET /rate_limit': ({ host, viewer }) => {
    const remaining = host.remaining.get(viewer) ?? 5_000;
    const core = { limit: 5_000, remaining, reset: 1_767_229_200, used: 5_000 - remaining };
    return ok({ resources: { core }, rate: core });
  },
  // Not of the code host: the document of a content delivery network.
  'GET /cdn/ips': ({ host }) => ok({ success: true, ...host.published.cdn }),
};

export const withoutToken: ReadonlySet<string> = new Set(['/meta', '/cdn/ips']);
