import * as z from 'zod/mini';
import { messagesShown, sessionPage } from '#core/sessions/pages/session-page.ts';
import messagePage from '#core/sessions/reading/message-page.ts';
import { readSessionFile } from '#core/sessions/reading/read-session-file.ts';
import { skipped } from '#core/sessions/search/search-query.ts';
import { page } from './page.ts';

export const handler = page({
  summary: 'The messages of a session, from an offset or around a message',
  access: 'key',
  params: z.object({ id: z.string() }),
  query: z.object({ offset: skipped, message: z.optional(z.string()) }),
  replies: { 404: { description: 'No such session' } },
  async show({ platform, params, query: { offset, message: uuid }, frame }) {
    const { file, session } = await readSessionFile(platform, params.id);
    const range = { path: file.path, offset, limit: messagesShown, withText: true, uuid };
    const content = await platform.transcripts.compute(messagePage, range);
    return sessionPage({ ...frame, session, content });
  },
});
