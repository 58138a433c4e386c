import { longText } from '#core/http/reply/long-text.ts';
import { json } from '#core/http/reply/reply.ts';
import { exportEntries, exportLines, exportText } from '#core/logs/reading/export-entries.ts';
import { readAround, readEntries, readHistogram } from '#core/logs/reading/read-entries.ts';
import {
  around as aroundEntry,
  entryPage,
  exported,
  histogram as spans,
} from '#core/logs/schema/entry.ts';
import {
  aroundQuery,
  entriesQuery,
  exportLinesQuery,
  exportQuery,
  histogramQuery,
} from '#core/logs/schema/query.ts';
import { endpoint } from './endpoint.ts';
import { searchReplies } from './replies.ts';

const exportReplies = {
  ...searchReplies,
  302: { description: 'To a large file in the cloud' },
  413: { description: 'The limit is above 50000' },
};

export const list = endpoint({
  summary: 'Log entries that match the filters, newest first',
  access: 'viewer',
  query: entriesQuery,
  replies: { 200: { description: 'A page of them', schema: entryPage }, ...searchReplies },
  run: async ({ platform, query }) => json(200, await readEntries(platform, query)),
});

export const around = endpoint({
  summary: 'An entry and those that were written before and after it',
  access: 'viewer',
  query: aroundQuery,
  replies: { 200: { description: 'Oldest first', schema: aroundEntry }, ...searchReplies },
  run: async ({ platform, query }) => json(200, await readAround(platform, query)),
});

export const histogram = endpoint({
  summary: 'How many entries match over time',
  access: 'viewer',
  query: histogramQuery,
  replies: { 200: { description: 'Spans of equal length', schema: spans }, ...searchReplies },
  run: async ({ platform, query }) => json(200, await readHistogram(platform, query)),
});

export const document = endpoint({
  summary: 'Log entries that match the filters, as a JSON file',
  access: 'viewer',
  // A tool's answer is read by a model: entries come in pages.
  tags: ['mcp_exclude'],
  query: exportQuery,
  replies: { 200: { description: 'The file', schema: exported }, ...exportReplies },
  async run({ platform, query: { format_type: _only, ...query }, request }) {
    const matches = await exportEntries(platform, query);
    return longText(platform, exportText(matches), {
      type: 'application/json; charset=utf-8',
      fileName: `${matches.fileName}.json`,
      key: `exports/${request.id}.json`,
    });
  },
});

export const lines = endpoint({
  summary: 'The same with one entry a line; X-Truncated says whether more match',
  access: 'viewer',
  query: exportLinesQuery,
  replies: {
    200: { description: 'The file', type: 'application/x-ndjson' },
    ...exportReplies,
  },
  async run({ platform, query, request }) {
    const matches = await exportEntries(platform, query);
    const reply = await longText(platform, exportLines(matches), {
      type: 'application/x-ndjson; charset=utf-8',
      fileName: `${matches.fileName}.ndjson`,
      key: `exports/${request.id}.ndjson`,
    });
    return { ...reply, headers: { ...reply.headers, 'x-truncated': String(matches.isTruncated) } };
  },
});
