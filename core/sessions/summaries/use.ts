import type { Platform } from '#core/platform/ports/platform.ts';
import { decodedProject, projectName } from '../entries.ts';
import { readSummaries } from './summary-cache.ts';

/** Days that are counted. */
const dayCount = 30;
/** Projects with a name of their own; the others are counted together. */
const projectCount = 4;
const dayMilliseconds = 86_400_000;

export interface Use {
  /** The most used ones, and at the end `others` where there are more. */
  readonly projects: readonly string[];
  /** The number of messages by project, in their order. */
  readonly days: readonly { readonly day: string; readonly messages: readonly number[] }[];
}

/** How many messages were written in the last days, by project. */
export async function readUse(
  needs: Pick<Platform, 'transcripts' | 'log' | 'clock'>,
): Promise<Use> {
  const now = needs.clock.now().getTime();
  const shown = Array.from({ length: dayCount }, (_, at) =>
    new Date(now - (dayCount - 1 - at) * dayMilliseconds).toISOString().slice(0, 10),
  );
  const counts = new Map<string, Map<string, number>>();
  for (const { file, summary } of (await readSummaries(needs)).cached) {
    const project = projectName(summary.cwd ?? decodedProject(file.path));
    const byDay = counts.get(project) ?? new Map<string, number>();
    for (const day of shown) byDay.set(day, (byDay.get(day) ?? 0) + (summary.days[day] ?? 0));
    counts.set(project, byDay);
  }
  const sum = (byDay: ReadonlyMap<string, number>) =>
    [...byDay.values()].reduce((a, b) => a + b, 0);
  const ranked = [...counts]
    .filter(([, byDay]) => sum(byDay) > 0)
    .sort(([, one], [, other]) => sum(other) - sum(one));
  const columns = ranked.slice(0, projectCount);
  const others = ranked.slice(projectCount).map(([, byDay]) => byDay);
  return {
    projects: [...columns.map(([project]) => project), ...(others.length > 0 ? ['others'] : [])],
    days: shown.map((day) => ({
      day,
      messages: [
        ...columns.map(([, byDay]) => byDay.get(day) ?? 0),
        ...(others.length > 0 ? [others.reduce((all, each) => all + (each.get(day) ?? 0), 0)] : []),
      ],
    })),
  };
}
