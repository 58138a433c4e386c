import type { Platform } from '#core/platform/ports/platform.ts';
import { type DashboardEntry, type ResultRow, dashboardRow } from '../base/schema/views.ts';
import { jobs, type Job } from '../base/tables/tables.ts';
import { whileUnchanged } from '../base/while-unchanged.ts';
import type { PeerEntry } from '../base/schema/request.ts';
import { createHash } from 'node:crypto';

const maxRows = 500;

/** The newest first, from columns alone. The same array until a record is written. */
export function listDashboard({
  records,
}: Pick<Platform, 'records'>): Promise<readonly DashboardEntry[]> {
  return whileUnchanged(records, 'dashboard', async () => {
    const query = { index: 'by_age', order: 'descending', limit: maxRows } as const;
    return (await records.list(jobs, query)).rows.map(entryOf);
  });
}

function entryOf(job: Job): DashboardEntry {
  const isCompleted = job.status === 'completed';
  return {
    job_id: job.id,
    ci_url: job.ci_url,
    status: job.status,
    created_at: job.created_at,
    completed_at: job.completed_at,
    analysis_started_at: job.analysis_started_at,
    reviewed_count: job.reviewed_count,
    comment_count: job.comment_count,
    ...(job.kind === 'build' && { job_name: job.job_name, build_number: job.build_number }),
    ...(isCompleted && { failure_count: job.failure_count, summary: job.summary }),
    ...(isCompleted && job.child_job_count !== null && { child_job_count: job.child_job_count }),
    ...(job.error !== null && { error: job.error }),
    created_by: job.created_by,
    ai_provider: job.ai_provider,
    ai_model: job.ai_model,
    writer: job.writer,
    progress_phase: job.progress_phase,
    groups: job.groups,
    done_groups: job.done_groups,
    code_issues: job.code_issues,
    product_bugs: job.product_bugs,
    infrastructure: job.infrastructure,
    unclassified: job.unclassified,
  };
}

/** The newest first. */
export function listResults(
  { records }: Pick<Platform, 'records'>,
  limit: number,
): Promise<readonly ResultRow[]> {
  return whileUnchanged(records, `results ${limit}`, async () => {
    const query = { index: 'by_age', order: 'descending', limit } as const;
    const { rows } = await records.list(jobs, query);
    return rows.map(({ id, ci_url, status, created_at }) => {
      return { job_id: id, ci_url, status, created_at };
    });
  });
}

const maxRead = 1_000;

/** The models of the newest 1,000 completed analyses, each once. */
export function listAiConfigs({ records }: Pick<Platform, 'records'>): Promise<PeerEntry[]> {
  return whileUnchanged(records, 'models', async () => {
    const filter = { status: 'completed' } as const;
    const { rows } = await records.list(jobs, {
      index: 'by_age',
      filter,
      order: 'descending',
      limit: maxRead,
    });
    const models = rows.map(({ ai_provider, ai_model }) => ({ ai_provider, ai_model }));
    return [...new Map(models.map((model) => [JSON.stringify(model), model])).values()];
  });
}

const texts = new WeakMap<readonly DashboardEntry[], { text: string; etag: string }>();

/** The rows as the interface answers them, made once for each list. */
export function dashboardText(entries: readonly DashboardEntry[]): { text: string; etag: string } {
  const before = texts.get(entries);
  if (before) return before;
  const text = JSON.stringify(entries.map((entry) => dashboardRow.parse(entry)));
  const etag = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  const answer = { text, etag };
  texts.set(entries, answer);
  return answer;
}
