import { count } from '#core/text/count.ts';
import { duration } from '#core/web/duration.ts';
import type { Html } from '#core/web/html.ts';
import { badge } from '#core/web/parts/feedback.ts';
import type { Flow } from '../reading/flow.ts';

export function eventText(event: string, action: string | null): string {
  return action === null ? event : `${event} ${action}`;
}

export function stateBadge(
  state: 'processing' | 'success' | 'partial' | 'failed' | 'waiting',
): Html {
  if (state === 'success') return badge('good', 'success');
  if (state === 'processing') return badge('info', 'in progress');
  if (state === 'waiting') return badge('info', 'waiting');
  return state === 'partial' ? badge('warn', 'partial') : badge('bad', 'failed');
}

export function flowState({ success }: Pick<Flow, 'success'>): Html {
  if (success === null) return badge('info', 'In progress');
  return success ? badge('good', 'Success') : badge('bad', 'Error');
}

/** `1.2 s`, `340 ms`, `3 min 5 s`. */
export function durationText(milliseconds: number | null): string {
  if (milliseconds === null) return 'in progress';
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1_000).toFixed(1)} s`;
  return duration(milliseconds / 1_000);
}

/** How many requests to the code host a delivery took, for people. */
export function tokenSpendText(spend: number | null): string {
  if (spend === null) return 'N/A (older webhook)';
  return count(spend, 'call');
}
