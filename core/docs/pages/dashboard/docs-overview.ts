import { maxRecent, type Overview, shortText } from '#core/web/overview.ts';
import { count } from '#core/text/count.ts';
import type { Listed } from '../../tables.ts';

/** What this service tells on its first page, of the projects that the reader may see. */
export function docsOverview(all: readonly Listed[], mayGenerate: boolean): Overview {
  const failed = all.filter(({ status }) => status === 'error');
  const gaps = all.filter(({ status, error_pages }) => status === 'ready' && error_pages > 0);
  const needs = [
    { rows: failed, text: 'failed', path: '/?status=error' },
    { rows: gaps, text: 'with gaps', path: '/?status=gaps' },
  ];
  return {
    recent: all.slice(0, maxRecent).map((row) => ({
      at: row.updated_at,
      text: shortText(textOf(row)),
      path: `/projects/${encodeURIComponent(row.name)}?owner=${encodeURIComponent(row.owner)}`,
      ...(row.status === 'error' && { state: 'failed' as const }),
      ...(row.status === 'generating' && { state: 'running' as const }),
    })),
    needs: needs.flatMap(({ rows, text, path }) =>
      rows.length === 0 ? [] : [{ text: `${count(rows.length, 'project')} ${text}`, path }],
    ),
    steps: mayGenerate ? [{ text: 'Generate a site', isDone: all.length > 0, path: '/' }] : [],
  };
}

function textOf({ name, status, page_count, error_message }: Listed): string {
  if (status === 'generating') return `${name}: is being generated`;
  if (status === 'error') return `${name}: ${error_message ?? 'the generation failed'}`;
  return `${name}: site with ${count(page_count, 'page')}`;
}
