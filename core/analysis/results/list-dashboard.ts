import type { Platform } from '#core/platform/ports/platform.ts';
import type { DashboardEntry } from '#core/analysis/base/schema/views.ts';
import { jobs, type Job } from '#core/analysis/base/tables/tables.ts';
import { whileUnchanged } from '#core/analysis/base/while-unchanged.ts';

const mostRows = 500;

/** The newest first, from columns alone. The same array until a record is written. */
export function listDashboard({
  records,
}: Pick<Platform, 'records'>): Promise<readonly DashboardEntry[]> {
  return whileUnchanged(records, 'dashboard', async () => {
    const query = { index: 'by_age', order: 'descending', limit: mostRows } as const;
    return (await records.list(jobs, query)).rows.map(entryOf);
  });
}

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
