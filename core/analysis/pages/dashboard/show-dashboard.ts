import { whileUnchanged } from '#core/platform/while-unchanged.ts';
import { drawDashboard, type DrawnDashboard } from './dashboard.ts';
import { readDashboard } from './read-dashboard.ts';

/** "5 seconds ago" may be so much older on the page. */
const redrawMilliseconds = 10_000;

/** The dashboard without a filter is open on many screens, which ask for it again and again: it is
 * drawn once until a record is written. */
export async function showDashboard(
  needs: Parameters<typeof readDashboard>[0],
  query: Parameters<typeof readDashboard>[1],
): Promise<DrawnDashboard> {
  const draw = async () => drawDashboard(await readDashboard(needs, query));
  const { part = 'all', ...filter } = query;
  if (Object.values(filter).some((value) => value !== undefined)) return draw();
  const span = Math.floor(needs.clock.now().getTime() / redrawMilliseconds);
  return whileUnchanged(needs.records, `dashboard page ${part}`, draw, String(span));
}
