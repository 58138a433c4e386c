import type { ToolDefinition } from '../sdk/sdk.ts';
import type * as Sdk from '../sdk/sdk.ts';

type Result = Awaited<ReturnType<ToolDefinition['execute']>>;

export type Execute<Values> = (
  call: string,
  values: Values,
  signal?: AbortSignal,
) => Promise<Result>;

const maxResults = 10_000;

/** At most 50 KB of the lines, and what was left out. */
export function result(
  { truncateHead }: typeof Sdk,
  lines: readonly string[],
  notes: readonly (string | undefined)[],
): Result {
  const { content, truncated } = truncateHead(lines.join('\n'), { maxLines: maxResults });
  const all = [...notes, truncated ? '50 KB limit reached' : undefined];
  const texts = all.filter((note) => note !== undefined);
  const text = texts.length === 0 ? content : `${content}\n\n[${texts.join('. ')}]`;
  return { content: [{ type: 'text', text }], details: undefined };
}

export function limitOf(requested: number | undefined, usual: number): number {
  return Math.max(1, Math.min(requested ?? usual, maxResults));
}

/** A name with a line break would look like several. */
export function shownName(name: string): string {
  return name.replace(/\p{Cc}/gu, '?');
}
