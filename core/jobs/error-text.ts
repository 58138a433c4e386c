import { Failure } from '#core/platform/failure.ts';
import { maskSecrets } from '#core/text/mask.ts';

const maxLength = 4_000;

/** What a log line and a dead letter say about an error. */
export function errorText(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const text = error instanceof Failure ? error.message : stack;
  return maskSecrets(text, []).slice(0, maxLength);
}
