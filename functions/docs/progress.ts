import * as z from 'zod/mini';
import { progressSchema } from '#core/docs/progress.ts';
import { readProgress } from '#core/docs/generate/progress/read-progress.ts';
import { readProject } from '#core/docs/store.ts';
import { json } from '#core/http/reply/reply.ts';
import { ownerQuery, projectParams } from './project-route.ts';
import { endpoint } from './endpoint.ts';

const whole = (most: number) =>
  z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(most)), 0);

export const handler = endpoint({
  summary: 'What a generation has done since the cursor; waits for the next thing if asked to',
  access: 'known',
  params: projectParams,
  query: z.extend(ownerQuery, {
    generation: z.optional(z.string()),
    after: whole(Number.MAX_SAFE_INTEGER),
    /** In seconds; API Gateway itself waits for 30. */
    wait: whole(20),
  }),
  replies: {
    200: {
      description: 'The entries, and the cursor to go on from',
      schema: z.object({
        generation: z.nullable(z.string()),
        status: z.string(),
        cursor: z.int(),
        entries: z.array(progressSchema),
      }),
    },
    404: { description: 'No such project' },
  },
  async run({ platform, caller, params, query }) {
    const { owner, generation, after, wait } = query;
    const project = await readProject(platform, caller, params.name, owner);
    const asked = { after, waitSeconds: wait, ...(generation !== undefined && { generation }) };
    const page = await readProgress(platform, project, asked);
    return json(200, page, { headers: { 'cache-control': 'no-store' } });
  },
});
