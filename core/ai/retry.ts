import type { ProgramResult } from '#core/platform/ports/programs.ts';

/** Before the second and the third try; there is no fourth. */
export const retryDelays: readonly number[] = [2_000, 8_000];

const transient =
  /overloaded|rate.?limit|too many requests|resource.?exhausted|temporarily unavailable|service unavailable|bad gateway|gateway time-?out|connection (?:reset|refused|closed|error)|socket hang up|econnreset|econnrefused|etimedout|eai_again|\b(?:429|502|503|504|529)\b/i;

const transientStart = /EAGAIN|EMFILE|ENFILE|ENOMEM|ETXTBSY/;

/** Whether a retry may succeed. A retry is safe: a question only reads. */
export function isTransient(end: ProgramResult['end'], message: string): boolean {
  if (end === 'not-started') return transientStart.test(message);
  return end === 'exited' && transient.test(message.slice(-4_000));
}
