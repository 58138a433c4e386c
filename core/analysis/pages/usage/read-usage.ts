import type { Platform } from '#core/platform/ports/platform.ts';
import { readTokenUsage } from '#core/analysis/results/token-usage.ts';
import { usageGroups, type UsageGroup, type UsageView } from './usage.ts';

type Asked = Readonly<Partial<Record<keyof UsageView['query'], string | undefined>>>;

const dayMilliseconds = 86_400_000;
const usualDays = 30;
const mostBars = 92;

/** What the page of the token usage shows. What the address has wrong counts as absent: the last 30
 * days, by day. */
export async function readUsage(
  needs: Pick<Platform, 'records' | 'clock'>,
  asked: Asked,
): Promise<Pick<UsageView, 'query' | 'usage' | 'days'>> {
  const end_date = dateOf(asked.end_date) ?? dayOf(needs.clock.now().getTime());
  const end = Date.parse(end_date);
  const start_date = dateOf(asked.start_date) ?? dayOf(end - (usualDays - 1) * dayMilliseconds);
  const { ai_provider, ai_model } = asked;
  const query = {
    ...{ start_date, end_date, group_by: groupOf(asked.group_by) },
    ...(ai_provider && { ai_provider }),
    ...(ai_model && { ai_model: ai_model.trim() }),
  };
  const [usage, byDay] = await Promise.all([
    readTokenUsage(needs, query),
    readTokenUsage(needs, { ...query, group_by: 'day' }),
  ]);
  const tokens = new Map(
    byDay.breakdown.map((row) => [row.group, row.input_tokens + row.output_tokens]),
  );
  const first = Math.max(Date.parse(start_date), end - (mostBars - 1) * dayMilliseconds);
  const days = [];
  for (let at = first; at <= end; at += dayMilliseconds) {
    days.push({ day: dayOf(at), tokens: tokens.get(dayOf(at)) ?? 0 });
  }
  return { query, usage, days };
}

function groupOf(text: string | undefined): UsageGroup {
  return text !== undefined && Object.hasOwn(usageGroups, text) ? (text as UsageGroup) : 'day';
}

function dateOf(text: string | undefined): string | undefined {
  const isDate = /^\d{4}-\d\d-\d\d$/.test(text ?? '') && !Number.isNaN(Date.parse(text ?? ''));
  return isDate ? text : undefined;
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
