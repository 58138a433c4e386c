import { longText } from '#core/http/reply/long-text.ts';
import { exportEntries, exportText } from '#core/logs/reading/export-entries.ts';
import { exported } from '#core/logs/schema/entry.ts';
import { exportQuery } from '#core/logs/schema/query.ts';
import { endpoint } from './endpoint.ts';
import { exportReplies } from './replies.ts';

export const handler = endpoint({
  summary: 'Log entries that match the filters, as a JSON file',
  access: 'viewer',
  // A tool's answer is read by a model: entries come in pages.
  tags: ['mcp_exclude'],
  query: exportQuery,
  replies: { 200: { description: 'The file', schema: exported }, ...exportReplies },
  async run({ platform, query: { format_type: _only, ...query }, request }) {
    const found = await exportEntries(platform, query);
    return longText(platform, exportText(found), {
      type: 'application/json; charset=utf-8',
      fileName: `${found.fileName}.json`,
      key: `exports/${request.id}.json`,
    });
  },
});
