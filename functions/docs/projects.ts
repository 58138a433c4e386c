import * as z from 'zod/mini';
import { listingText } from '#core/docs/projects/listing.ts';
import { projectEntry } from '#core/docs/projects/project-entry.ts';
import { bytes } from '#core/http/reply/reply.ts';
import { baseUrlOf } from '#core/http/request/base-url.ts';
import { endpoint } from './endpoint.ts';
import { page } from './page.ts';

export const list = endpoint({
  summary: 'The projects that the caller may see, what changed last first',
  access: 'known',
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

export const home = page({
  summary: 'The projects, what is being generated, and the services beside this one',
  access: 'known',
  query: z.object({
    part: z.optional(z.enum(['projects', 'services'])),
    q: z.optional(z.string()),
    status: z.optional(z.string()),
    page: z.optional(z.string()),
  }),
  async show({ platform, request, caller, query, frame }) {
    const [{ dashboardPage }, { readDashboard }] = await Promise.all([
      import('#core/docs/pages/dashboard/dashboard.ts'),
      import('#core/docs/pages/dashboard/read-dashboard.ts'),
    ]);
    const content = await readDashboard(platform, caller, query);
    return dashboardPage({ ...frame, ...content, baseUrl: baseUrlOf(request) });
  },
});
