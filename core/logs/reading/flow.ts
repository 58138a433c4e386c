import type * as z from 'zod/mini';
import type { workflowStep, workflowSteps } from '../schema/flow.ts';

export type Flow = z.output<typeof workflowSteps>;
export type FlowStep = z.output<typeof workflowStep>;

/** Milliseconds between two ISO times. */
export function between(start: string, end: string): number {
  return Math.max(0, Date.parse(end) - Date.parse(start));
}

/** For a step whose end is not known. */
const windowMilliseconds = 60_000;

export function stepEnd({ timestamp, duration_ms }: Pick<FlowStep, 'timestamp' | 'duration_ms'>) {
  const end = Date.parse(timestamp) + (duration_ms ?? windowMilliseconds);
  return new Date(end).toISOString();
}
