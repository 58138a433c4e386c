import type { Platform } from '#core/platform/ports/platform.ts';
import { maxMatches, type Match, shortText } from '#core/web/overview.ts';
import { failureHistory } from '../../base/tables/tables.ts';
import { listDashboard } from '../list-dashboard.ts';

const maxFailures = 100;

/** Jobs with these words in their name, and tests with the text in their name or their error. */
export async function findTests(needs: Pick<Platform, 'records'>, text: string): Promise<Match[]> {
  const [all, { rows: failures }] = await Promise.all([
    listDashboard(needs),
    needs.records.list(failureHistory, {
      index: 'by_age',
      contains: { columns: ['test_name', 'error_message'], text },
      order: 'descending',
      limit: maxFailures,
    }),
  ]);
  const words = text.toLowerCase().split(/\s+/);
  const names = new Set(all.flatMap(({ job_name }) => job_name ?? []));
  const jobs = [...names].filter((name) =>
    words.every((word) => name.toLowerCase().includes(word)),
  );
  const tests = new Map(failures.map((row) => [row.test_name, row]));
  return [
    ...jobs.slice(0, maxMatches).map((name): Match => {
      const query = new URLSearchParams({ job: name, view: 'list' });
      return { kind: 'job', text: shortText(name), path: `/?${query.toString()}` };
    }),
    ...[...tests.values()].slice(0, maxMatches).map(({ test_name, error_message }): Match => {
      const query = new URLSearchParams({ q: test_name.slice(0, 200) });
      return {
        kind: 'test',
        text: shortText(test_name) || '(no name)',
        hint: shortText(error_message),
        path: `/history?${query.toString()}`,
      };
    }),
  ];
}
