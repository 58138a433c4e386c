import type { ToolDefinition } from '../sdk.ts';
import type * as Sdk from '../sdk.ts';

type Result = Awaited<ReturnType<ToolDefinition['execute']>>;

export type Execute<Values> = (
  call: string,
  values: Values,
  signal?: AbortSignal,
) => Promise<Result>;

const mostResults = 10_000;

/** At most 50 KB of the lines, and what was left out. */
export function result(
  { truncateHead }: typeof Sdk,
  lines: readonly string[],
  notes: readonly (string | undefined)[],
): Result {
  const { content, truncated } = truncateHead(lines.join('\n'), { maxLines: mostResults });
  const all = [...notes, truncated ? '50 KB limit reached' : undefined];
  const said = all.filter((note) => note !== undefined);
  const text = said.length === 0 ? content : `${content}\n\n[${said.join('. ')}]`;
  return { content: [{ type: 'text', text }], details: undefined };
}

export function limitOf(given: number | undefined, usual: number): number {
  return Math.max(1, Math.min(given ?? usual, mostResults));
}
