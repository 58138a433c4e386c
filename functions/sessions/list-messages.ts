import * as z from 'zod/mini';
import { json } from '#core/http/reply/reply.ts';
import messagePage from '#core/sessions/reading/message-page.ts';
import { readSessionFile } from '#core/sessions/reading/read-session-file.ts';
import { message } from '#core/sessions/schema.ts';
import { limited, skipped } from '#core/sessions/search/search-query.ts';
import { endpoint } from './endpoint.ts';

export const handler = endpoint({
  summary: 'A session’s messages, oldest first',
  access: 'key',
  params: z.object({ id: z.string() }),
  query: z.object({ limit: limited(50), offset: skipped }),
  replies: {
    200: { description: 'The messages', schema: z.array(message) },
    404: { description: 'No such session' },
  },
  async run({ platform, params, query }) {
    const { path } = (await readSessionFile(platform, params.id)).file;
    const range = { path, ...query, withText: false };
    return json(200, (await platform.transcripts.compute(messagePage, range)).messages);
  },
});
