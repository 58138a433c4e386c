import * as z from 'zod/mini';
import { onChecks } from './checks/on-checks.ts';
import type { EventHandler } from './handler.ts';
import { readPayload } from './shared/read-payload.ts';

const schema = z.object({ context: z.string(), sha: z.string() });

export const status: EventHandler = async (context) => {
  const { context: name, sha } = readPayload(context.delivery, schema);
  await onChecks(context, { name, sha });
};
