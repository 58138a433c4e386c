import * as z from 'zod/mini';
import { forgetOverride } from '#core/analysis/results/override-classification.ts';
import { json } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';

export const handler = endpoint({
  summary: 'Lets later analyses of an error ask a model again',
  access: 'writer',
  params: z.object({ signature: z.string() }),
  replies: {
    200: { description: 'Deleted', schema: z.object({ deleted: z.string() }) },
    404: { description: 'No override of this error' },
  },
  async run({ platform, params }) {
    await forgetOverride(platform, params.signature);
    return json(200, { deleted: params.signature });
  },
});
