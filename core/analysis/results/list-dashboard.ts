import type { Platform } from '#core/platform/ports/platform.ts';
import type * as z from 'zod/mini';
import type { dashboardRow, ResultRow } from '../base/schema/views.ts';
import {
  jobs,
  listedColumns,
  type ClassColumn,
  type ListedJob,
} from '../base/tables/job-tables.ts';
import { whileUnchanged } from '#core/platform/while-unchanged.ts';
import type { PeerEntry } from '../base/schema/request.ts';

/** A row of the page, which shows more than the interface names. */
export type DashboardEntry = z.output<typeof dashboardRow> &
  Pick<ListedJob, 'created_by' | 'ai_provider' | 'ai_model' | 'writer' | 'progress_phase'> &
  Pick<ListedJob, 'groups' | 'done_groups' | 'digest' | ClassColumn>;

const maxRows = 500;

/** The newest first, from columns alone. The same array until a record is written. */
export function listDashboard({
  records,
}: Pick<Platform, 'records'>): Promise<readonly DashboardEntry[]> {
  return whileUnchanged(records, 'dashboard', async () => {
    const query = { index: 'by_age', order: 'descending', limit: maxRows } as const;
    return (await records.listColumns(jobs, query, listedColumns)).rows.map(entryOf);
  });
}

function hasName({ kind, job_name }: Pick<ListedJob, 'kind' | 'job_name'>): boolean {
  return kind === 'build' || job_name !== '';
}

function entryOf(job: ListedJob): DashboardEntry {
  const { id, kind: _kind, status, job_name, build_number, child_job_count, ...row } = job;
  const { failure_count, summary, error, ...more } = row;
  const isCompleted = status === 'completed';
  return {
    ...more,
    job_id: id,
    status,
    ...(hasName(job) && { job_name, build_number }),
    ...(isCompleted && { failure_count, summary }),
    ...(isCompleted && child_job_count !== null && { child_job_count }),
    ...(error !== null && { error }),
  };
}

/** The newest first. */
export function listResults(
  { records }: Pick<Platform, 'records'>,
  limit: number,
): Promise<readonly ResultRow[]> {
  return whileUnchanged(records, `results ${limit}`, async () => {
    const query = { index: 'by_age', order: 'descending', limit } as const;
    const columns = ['id', 'ci_url', 'status', 'created_at'] as const;
    const { rows } = await records.listColumns(jobs, query, columns);
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
    const query = { index: 'by_age', filter, order: 'descending', limit: maxRead } as const;
    const columns = ['ai_provider', 'ai_model'] as const;
    const { rows } = await records.listColumns(jobs, query, columns);
    return [...new Map(rows.map((model) => [JSON.stringify(model), model])).values()];
  });
}
