import * as z from 'zod/mini';
import { onChecks } from './checks/on-checks.ts';
import type { EventHandler } from './handler.ts';
import { skip } from './shared/current-pull.ts';
import { readPayload } from './shared/read-payload.ts';

const schema = z.object({ check_run: z.object({ name: z.string(), head_sha: z.string() }) });

export const checkRun: EventHandler = async (context) => {
  const { name, head_sha: sha } = readPayload(context.delivery, schema).check_run;
  if (context.delivery.action !== 'completed') return skip(context, 'it has not ended');
  await onChecks(context, { name, sha });
};
