import * as z from 'zod/mini';
import { Failure } from '#core/platform/failure.ts';
import { onChecks } from './checks/on-checks.ts';
import type { EventHandler } from './handler.ts';

const schema = z.object({ context: z.string(), sha: z.string() });

export const status: EventHandler = async (context) => {
  const { data } = schema.safeParse(context.delivery.payload);
  if (!data) throw new Failure('unprocessable', 'bad_payload', 'The payload names no status');
  await onChecks(context, { name: data.context, sha: data.sha });
};
