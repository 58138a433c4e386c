import * as z from 'zod/mini';
import { Failure } from '#core/platform/failure.ts';
import { onChecks } from './checks/on-checks.ts';
import type { EventHandler } from './handler.ts';
import { skip } from './shared/current-pull.ts';

const schema = z.object({ check_run: z.object({ name: z.string(), head_sha: z.string() }) });

export const checkRun: EventHandler = async (context) => {
  const { data } = schema.safeParse(context.delivery.payload);
  if (!data) throw new Failure('unprocessable', 'bad_payload', 'The payload names no check run');
  if (context.delivery.action !== 'completed') return void (await skip(context, 'it has not ended'));
  const { name, head_sha: sha } = data.check_run;
  await onChecks(context, { name, sha });
};
