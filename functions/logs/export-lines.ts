import { longText } from '#core/http/reply/long-text.ts';
import { exportEntries, exportLines } from '#core/logs/reading/export-entries.ts';
import { exportLinesQuery } from '#core/logs/schema/query.ts';
import { endpoint } from './endpoint.ts';
import { exportReplies } from './replies.ts';

export const handler = endpoint({
  summary: 'The same with one entry a line; X-Truncated says whether more match',
  access: 'viewer',
  query: exportLinesQuery,
  replies: {
    200: { description: 'The file', type: 'application/x-ndjson' },
    ...exportReplies,
  },
  async run({ platform, query, request }) {
    const found = await exportEntries(platform, query);
    const reply = await longText(platform, exportLines(found), {
      type: 'application/x-ndjson; charset=utf-8',
      fileName: `${found.fileName}.ndjson`,
      key: `exports/${request.id}.ndjson`,
    });
    return { ...reply, headers: { ...reply.headers, 'x-truncated': String(found.isTruncated) } };
  },
});
