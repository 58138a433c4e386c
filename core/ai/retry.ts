import type { ProgramResult } from '#core/platform/ports/programs.ts';

/** Waits before the second and the third try; there is no fourth. */
export const retryDelays: readonly number[] = [2_000, 8_000];

const transient =
  /overloaded|rate.?limit|too many requests|resource.?exhausted|temporarily unavailable|service unavailable|bad gateway|gateway time-?out|connection (?:reset|refused|closed|error)|socket hang up|econnreset|econnrefused|etimedout|eai_again|\b(?:429|502|503|504|529)\b/i;

const transientStart = /EAGAIN|EMFILE|ENFILE|ENOMEM|ETXTBSY/;

/** A question only reads, so asking again is safe; it is worth it only when the cause may pass. */
export function isTransient(end: ProgramResult['end'], said: string): boolean {
  if (end === 'not-started') return transientStart.test(said);
  return end === 'exited' && transient.test(said.slice(-4_000));
}
