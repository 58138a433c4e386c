import { json } from '#core/http/reply/reply.ts';
import { readEntries } from '#core/logs/reading/read-entries.ts';
import { entryPage } from '#core/logs/schema/entry.ts';
import { entriesQuery } from '#core/logs/schema/query.ts';
import { endpoint } from './endpoint.ts';
import { searchReplies } from './replies.ts';

export const handler = endpoint({
  summary: 'Log entries that match the filters, newest first',
  access: 'viewer',
  query: entriesQuery,
  replies: { 200: { description: 'A page of them', schema: entryPage }, ...searchReplies },
  run: async ({ platform, query }) => json(200, await readEntries(platform, query)),
});
