import type { Platform } from '#core/platform/ports/platform.ts';
import { count } from '#core/text/count.ts';
import { maxRecent, type Overview, shortText } from '#core/web/overview.ts';
import { type DashboardEntry, listDashboard } from './list-dashboard.ts';

const weekMs = 7 * 24 * 3_600_000;

/** The latest analyses, and those of the last seven days with failures that nobody has looked at. */
export async function analysisOverview(
  needs: Pick<Platform, 'records' | 'clock'>,
): Promise<Overview> {
  const all = await listDashboard(needs);
  const since = new Date(needs.clock.now().getTime() - weekMs).toISOString();
  const isRecent = ({ created_at }: DashboardEntry) => created_at >= since;
  const failed = all.filter((row) => row.status === 'failed' && isRecent(row));
  const open = all.filter((row) => isRecent(row) && openOf(row) > 0);
  const failures = open.reduce((sum, row) => sum + openOf(row), 0);
  const where = count(open.length, 'analysis', 'analyses');
  return {
    recent: all.slice(0, maxRecent).map((row) => ({
      at: row.completed_at ?? row.created_at,
      text: shortText(textOf(row)),
      path: `/results/${encodeURIComponent(row.job_id)}`,
      ...(row.status === 'failed' && { state: 'failed' as const }),
      ...(!['failed', 'completed'].includes(row.status) && { state: 'running' as const }),
    })),
    needs: [
      ...(failed.length === 0
        ? []
        : [
            {
              text: `${count(failed.length, 'analysis', 'analyses')} failed in the last 7 days`,
              path: '/?status=failed',
            },
          ]),
      ...(failures === 0
        ? []
        : [
            {
              text: `${count(failures, 'failure')} to review in ${where} of the last 7 days`,
              path: '/?status=review',
            },
          ]),
    ],
    steps: [{ text: 'Explain a failed test', isDone: all.length > 0, path: '/' }],
  };
}

function openOf({ failure_count = 0, reviewed_count }: DashboardEntry): number {
  return Math.max(0, failure_count - reviewed_count);
}

function textOf({ job_name, build_number = 0, failure_count, error, status }: DashboardEntry) {
  const number = build_number > 0 ? ` #${build_number}` : '';
  const name = job_name === undefined ? 'Direct analysis' : `${job_name}${number}`;
  const explained = failure_count ? `${count(failure_count, 'failure')} explained` : 'passed';
  const outcome = failure_count === undefined ? status : explained;
  return `${name}: ${error ?? outcome}`;
}
