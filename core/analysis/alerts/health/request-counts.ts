import type { Platform } from '#core/platform/ports/platform.ts';

type Needs = Pick<Platform, 'records' | 'clock'>;

interface Minute {
  readonly minute: number;
  requests: number;
  errors: number;
}

interface Counts {
  /** Answers since the start by `2xx` and the like. */
  readonly classes: Map<string, number>;
  /** The newest last; only minutes with requests. */
  minutes: Minute[];
}

const maxMinutes = 60;
/** The counts of this process: in the cloud each function instance has its own. */
const counts = new WeakMap<Platform['records'], Counts>();

export function countRequest(needs: Needs, status: number): void {
  const { classes, minutes } = countsOf(needs);
  const name = `${Math.floor(status / 100)}xx`;
  classes.set(name, (classes.get(name) ?? 0) + 1);
  const minute = minuteOf(needs);
  if (minutes.at(-1)?.minute !== minute) minutes.push({ minute, requests: 0, errors: 0 });
  if (minutes.length > maxMinutes) minutes.shift();
  const last = minutes.at(-1);
  if (!last) return;
  last.requests += 1;
  if (status >= 500) last.errors += 1;
}

/** The share of requests that were answered 5xx, 0 to 1. */
export function errorRate(needs: Needs, lastMinutes: number): number {
  const { requests, errors } = recentRequests(needs, lastMinutes);
  return requests === 0 ? 0 : Math.round((errors / requests) * 10_000) / 10_000;
}

export function recentRequests(needs: Needs, lastMinutes: number) {
  const from = minuteOf(needs) - lastMinutes;
  const recent = countsOf(needs).minutes.filter(({ minute }) => minute > from);
  return {
    requests: recent.reduce((sum, one) => sum + one.requests, 0),
    errors: recent.reduce((sum, one) => sum + one.errors, 0),
  };
}

export function requestClasses(needs: Needs): readonly (readonly [string, number])[] {
  return [...countsOf(needs).classes].sort();
}

function countsOf({ records }: Needs): Counts {
  const before = counts.get(records);
  if (before) return before;
  const fresh = { classes: new Map<string, number>(), minutes: [] };
  counts.set(records, fresh);
  return fresh;
}

function minuteOf({ clock }: Needs): number {
  return Math.floor(clock.now().getTime() / 60_000);
}
