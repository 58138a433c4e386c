import * as z from 'zod/mini';
import type { Platform } from '#core/platform/ports/platform.ts';
import { jobStatus } from '../schema/result.ts';
import type { DashboardEntry } from '../schema/views.ts';
import { jobs, type Job } from '../tables.ts';
import { day } from './day.ts';
import { whileUnchanged } from './while-unchanged.ts';

const mostRows = 500;

/** What rows to show. Without any: all of the newest. */
export const dashboardQuery = z.object({
  /** Part of an id, a job's name, a summary or the name of who started it. */
  q: z.optional(z.string().check(z.maxLength(200))),
  status: z.optional(jobStatus),
  /** The first day, in UTC. */
  from: z.optional(day),
  /** The last day. */
  to: z.optional(day),
});
export type DashboardQuery = z.output<typeof dashboardQuery>;

/** The newest first, at most 500, from columns alone. The same array until a record is written. */
export function listDashboard(
  { records }: Pick<Platform, 'records'>,
  wanted: DashboardQuery = {},
): Promise<readonly DashboardEntry[]> {
  const { q = '', status, from, to } = wanted;
  const name = `dashboard ${JSON.stringify([q, status, from, to])}`;
  return whileUnchanged(records, name, async () => {
    const { rows } = await records.list(jobs, {
      index: 'by_age',
      order: 'descending',
      limit: mostRows,
      ...(status !== undefined && { filter: { status } }),
      ...(from !== undefined && { from }),
      ...(to !== undefined && { to: `${to}T99` }),
      ...(q.trim() !== '' && { contains: { columns: searched, text: q.trim() } }),
    });
    return rows.map(entryOf);
  });
}

const searched = ['id', 'job_name', 'summary', 'created_by'] as const;

function entryOf(job: Job): DashboardEntry {
  const isCompleted = job.status === 'completed';
  return {
    ...{ job_id: job.id, ci_url: job.ci_url, status: job.status, created_at: job.created_at },
    ...{ completed_at: job.completed_at, analysis_started_at: job.analysis_started_at },
    ...{ reviewed_count: job.reviewed_count, comment_count: job.comment_count },
    ...(job.kind === 'build' && { job_name: job.job_name, build_number: job.build_number }),
    ...(isCompleted && { failure_count: job.failure_count, summary: job.summary }),
    ...(isCompleted && job.child_job_count !== null && { child_job_count: job.child_job_count }),
    ...(job.error !== null && { error: job.error }),
    ...{ created_by: job.created_by, ai_provider: job.ai_provider, ai_model: job.ai_model },
    ...{ writer: job.writer, progress_phase: job.progress_phase },
    ...{ groups: job.groups, done_groups: job.done_groups },
    ...{ code_issues: job.code_issues, product_bugs: job.product_bugs },
    ...{ infrastructure: job.infrastructure, unclassified: job.unclassified },
  };
}
