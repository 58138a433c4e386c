import * as z from 'zod/mini';
import type { HttpRequest } from '#core/http/request/request.ts';
import { assertReader } from '#core/docs/projects/identity.ts';
import { listingText } from '#core/docs/projects/listing.ts';
import { projectEntry } from '#core/docs/projects/project-entry.ts';
import { bytes } from '#core/http/reply/reply.ts';
import { baseUrlOf } from '#core/http/request/base-url.ts';
import { isOnThisMachine } from '#core/http/request/on-this-machine.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { overviewQuery } from '#core/web/overview.ts';
import { endpoint } from './endpoint.ts';
import { page } from './page.ts';

export const list = endpoint({
  summary: 'List the projects you can read, most recently changed first',
  access: 'known',
  remembers: true,
  replies: {
    200: {
      description: 'The projects',
      schema: z.object({ projects: z.array(projectEntry) }),
    },
  },
  async run({ platform, caller }) {
    const { text, etag } = await listingText(platform, caller);
    return bytes('application/json; charset=utf-8', text, { etag });
  },
});

export const find = page({
  summary: 'Search all services',
  access: 'visitor',
  query: overviewQuery,
  async show({ platform, request, caller, query, frame }) {
    assertReader(platform, caller);
    const [{ searchPage }, { findEverywhere }] = await Promise.all([
      import('#core/docs/pages/search/search-page.ts'),
      import('#core/docs/pages/search/find-everywhere.ts'),
    ]);
    const q = query.q?.trim() ?? '';
    const reader = readerOf(request, platform);
    const results = q === '' ? undefined : await findEverywhere(platform, caller, reader, q);
    return searchPage({ ...frame, results });
  },
});

function readerOf(request: HttpRequest, platform: Platform) {
  return {
    host: request.headers['host'] ?? '',
    cookies: request.cookies,
    isOnThisMachine: isOnThisMachine(request, platform),
  };
}

export const home = page({
  summary: 'Show the home page: recent activity, what needs attention, and the projects',
  access: 'known',
  query: z.object({
    part: z.optional(z.enum(['projects', 'services', 'home'])),
    q: z.optional(z.string()),
    status: z.optional(z.string()),
    page: z.optional(z.string()),
  }),
  async show({ platform, request, caller, query, frame }) {
    const [{ dashboardPage }, { readDashboard }] = await Promise.all([
      import('#core/docs/pages/dashboard/dashboard.ts'),
      import('#core/docs/pages/dashboard/read-dashboard.ts'),
    ]);
    const content = await readDashboard(platform, caller, readerOf(request, platform), query);
    return dashboardPage({ ...frame, ...content, baseUrl: baseUrlOf(request) });
  },
});
