import { createHash } from 'node:crypto';
import { dashboardRow, type DashboardEntry } from '#core/analysis/base/schema/views.ts';

const texts = new WeakMap<readonly DashboardEntry[], { text: string; etag: string }>();

/** The rows as the interface answers them, made once for each list. */
export function dashboardText(entries: readonly DashboardEntry[]): { text: string; etag: string } {
  const known = texts.get(entries);
  if (known) return known;
  const text = JSON.stringify(entries.map((entry) => dashboardRow.parse(entry)));
  const etag = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  const made = { text, etag };
  texts.set(entries, made);
  return made;
}
