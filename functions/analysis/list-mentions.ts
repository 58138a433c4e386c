import { listMentions } from '#core/analysis/people/discussion/mentions.ts';
import { mentionList } from '#core/analysis/base/schema/views.ts';
import { json } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';

export const handler = endpoint({
  summary: 'Comments that mention the caller',
  access: 'named',
  replies: {
    200: { description: 'The newest first, at most 100', schema: mentionList },
    401: { description: 'The caller has no username' },
  },
  run: async ({ platform, caller }) => json(200, await listMentions(platform, caller)),
});
