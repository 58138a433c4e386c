import type * as z from 'zod/mini';
import type { Message } from '#core/platform/ports/queue.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { adds } from '#core/http/middlewares/chain.ts';
import type { JobDefinition } from './definition.ts';
import { readWork, type ReadWork } from './read-work.ts';

/** A message on its way through a job. */
export interface Delivery {
  readonly message: Message;
  /** Runs that are allowed. */
  readonly tries: number;
  readonly platform: Platform;
  /** Aborts when the host stops. */
  readonly stop: AbortSignal | undefined;
}

export interface WithRead<Value> {
  readonly read: ReadWork<Value>;
  readonly logFields: Readonly<Record<string, unknown>>;
}

/** Reads what a message asks for. */
export function readMessage<Schema extends z.ZodMiniType>(definition: JobDefinition<Schema>) {
  return {
    before: adds(
      async (_: object, { message, platform }: Delivery): Promise<WithRead<z.output<Schema>>> => {
        const read = await readWork(definition, message, platform.queue);
        const logFields = 'value' in read ? definition.logFields?.(read.value) : undefined;
        return { read, logFields: logFields ?? {} };
      },
    ),
  };
}
