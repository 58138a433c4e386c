import * as z from 'zod/mini';
import { Failure } from '#core/platform/failure.ts';
import type { Delivery } from './context.ts';

/** The payload in the shape that a handler needs. */
export function readPayload<Schema extends z.ZodMiniType>(
  { payload, event }: Delivery,
  schema: Schema,
): z.output<Schema> {
  const { data, error } = schema.safeParse(payload);
  if (!error) return data;
  const place = error.issues[0]?.path.join('.') ?? '';
  const message = `The payload of the event ${event} has no usable ${place}`;
  throw new Failure('unprocessable', 'bad_payload', message);
}

/** In the payload of every event of a pull request. */
export const pullInPayload = z.object({
  number: z.int(),
  head: z.object({ sha: z.string() }),
  base: z.catch(z.optional(z.object({ ref: z.string() })), undefined),
  updated_at: z.catch(z.string(), ''),
});
