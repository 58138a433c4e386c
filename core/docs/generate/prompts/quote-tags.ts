import { quote } from '#core/text/quote.ts';
import type { Generation } from '#core/docs/tables.ts';

/** Version tags for a prompt. */
export function quoteTags(tags: Generation['tags']): string {
  const names = tags.map(({ name }) => name).join('\n');
  return quote('Version tags of the repository, the newest first', names);
}
