import type * as z from 'zod/mini';
import { isFailure } from '#core/platform/failure.ts';
import type { Message, Queue } from '#core/platform/ports/queue.ts';

interface Reader<Schema extends z.ZodMiniType> {
  readonly queue: string;
  readonly message: Schema;
  readonly key?: (message: z.output<Schema>) => string;
}

/** What a message asks for, or why it never will be anything. */
export type ReadWork<Value> = { readonly id: string; readonly body: string } & (
  { readonly value: Value } | { readonly problem: string }
);

/** No JSON begins like this, and bodies of jobs are JSON. */
const mark = 'lantern-replay:';

/** The body under which work that was given up is sent again: copies of it are one work. */
export function replayBody(work: string, body: string): string {
  return `${mark}${JSON.stringify(work)}\n${body}`;
}

/** The id of work that has a key. */
export function workId(queue: string, key: string): string {
  return `${queue} ${key}`;
}

export async function readWork<Schema extends z.ZodMiniType>(
  { queue, message: schema, key }: Reader<Schema>,
  message: Message,
  { open }: Pick<Queue, 'open'>,
): Promise<ReadWork<z.output<Schema>>> {
  const own = `${queue} ${message.id}`;
  let text: string;
  try {
    text = await open(message.body);
  } catch (error) {
    if (!isFailure(error, 'missing', 'no_body')) throw error;
    return { id: own, body: message.body, problem: error.message };
  }
  const { work, body } = unwrap(text);
  const parsed = parse(schema, body);
  if ('problem' in parsed) return { id: work ?? own, body, problem: parsed.problem };
  const id = work ?? (key ? workId(queue, key(parsed.value)) : own);
  return { id, body, value: parsed.value };
}

function unwrap(text: string): { work?: string; body: string } {
  if (!text.startsWith(mark)) return { body: text };
  const end = text.indexOf('\n');
  return { work: JSON.parse(text.slice(mark.length, end)) as string, body: text.slice(end + 1) };
}

function parse<Schema extends z.ZodMiniType>(
  schema: Schema,
  body: string,
): { value: z.output<Schema> } | { problem: string } {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return { problem: 'The message is not JSON' };
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return { value: parsed.data };
  const issues = parsed.error.issues
    .slice(0, 10)
    .map(({ path, message }) => `${path.map(String).join('.')}: ${message}`);
  return { problem: `The message is not valid: ${issues.join('; ')}` };
}
