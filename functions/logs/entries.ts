import type * as z from 'zod/mini';
import { longText } from '#core/http/reply/long-text.ts';
import { json } from '#core/http/reply/reply.ts';
import type { HttpRequest } from '#core/http/request/request.ts';
import { exportEntries } from '#core/logs/reading/export-entries.ts';
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
import type { Platform } from '#core/platform/ports/platform.ts';
import { endpoint } from './endpoint.ts';
import { searchReplies } from './replies.ts';

const exportReplies = {
  ...searchReplies,
  302: { description: 'Redirect to a large file in cloud storage' },
  413: { description: 'The limit is above 50000' },
};

export const list = endpoint({
  summary: 'List log entries that match the filters, newest first',
  access: 'viewer',
  query: entriesQuery,
  replies: { 200: { description: 'One page of results', schema: entryPage }, ...searchReplies },
  run: async ({ platform, query }) => json(200, await readEntries(platform, query)),
});

export const around = endpoint({
  summary: 'List the entries before and after a log entry',
  access: 'viewer',
  query: aroundQuery,
  replies: {
    200: { description: 'The entries, oldest first', schema: aroundEntry },
    ...searchReplies,
  },
  run: async ({ platform, query }) => json(200, await readAround(platform, query)),
});

export const histogram = endpoint({
  summary: 'Count matching log entries over time',
  access: 'viewer',
  query: histogramQuery,
  replies: { 200: { description: 'Spans of equal length', schema: spans }, ...searchReplies },
  run: async ({ platform, query }) => json(200, await readHistogram(platform, query)),
});

export const document = endpoint({
  summary: 'Export log entries that match the filters as JSON',
  access: 'viewer',
  // A tool's answer is read by a model: entries come in pages.
  tags: ['mcp_exclude'],
  query: exportQuery,
  replies: { 200: { description: 'The file', schema: exported }, ...exportReplies },
  run: ({ platform, request, query: { format_type: _only, ...query } }) =>
    exportReply(platform, request, query, 'json'),
});

export const lines = endpoint({
  summary: 'Export log entries as one JSON object per line; X-Truncated says whether more match',
  access: 'viewer',
  query: exportLinesQuery,
  replies: {
    200: { description: 'The file', type: 'application/x-ndjson' },
    ...exportReplies,
  },
  run: ({ platform, request, query }) => exportReply(platform, request, query, 'ndjson'),
});

const types = { json: 'application/json', ndjson: 'application/x-ndjson' };

async function exportReply(
  platform: Platform,
  { id }: HttpRequest,
  query: z.output<typeof exportLinesQuery>,
  format: keyof typeof types,
) {
  const { fileName, text, isTruncated } = await exportEntries(platform, query, format);
  const reply = await longText(platform, text, {
    type: `${types[format]}; charset=utf-8`,
    fileName,
    key: `exports/${id}.${format}`,
  });
  return { ...reply, headers: { ...reply.headers, 'x-truncated': String(isTruncated) } };
}
