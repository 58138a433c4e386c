import type * as z from 'zod';
import { Failure } from '../platform/failure.ts';

const decoder = new TextDecoder('utf-8', { fatal: true });

/** The body as JSON; an absent body is undefined, so that a schema may allow it. */
export function parseJson(body: Uint8Array): unknown {
  if (body.length === 0) return undefined;
  try {
    return JSON.parse(decoder.decode(body)) as unknown;
  } catch {
    throw new Failure('invalid', 'invalid_json', 'Invalid JSON body');
  }
}

/** A form body as a plain object; of a repeated field the last one counts. */
export function parseForm(body: Uint8Array): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(Buffer.from(body).toString('utf8')));
}

/** Names every offending field and what it should be, never what was sent. */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  what: string,
): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => {
    const place = issue.path.map(String).join('.') || what;
    return `${place}: ${issue.message}`;
  });
  throw new Failure('unprocessable', 'validation_failed', [...new Set(problems)].join('; '));
}
