import type { DeliveryLog } from '#core/logs/writing/delivery-log.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Scm } from '#core/scm/client.ts';
import type { RepositorySettings } from '../configuration/repository-settings.ts';

/** A delivery that is being processed. */
export interface Delivery {
  /** The hook id of the log. */
  readonly id: string;
  readonly event: string;
  /** Undefined: the event has none. */
  readonly action: string | undefined;
  readonly sender: string | undefined;
  readonly receivedAt: string;
  /** From outside: read it with a schema. */
  readonly payload: Readonly<Record<string, unknown>>;
  /**
   * An earlier run was interrupted or failed: its effects may have happened. A handler looks at the
   * code host before it repeats one that is not harmless, such as a comment (R1).
   */
  readonly isRepeated: boolean;
}

export interface HandlerContext {
  readonly delivery: Delivery;
  readonly settings: RepositorySettings;
  /** With the repository's token. */
  readonly scm: Scm;
  readonly log: DeliveryLog;
  readonly platform: Pick<
    Platform,
    'blobs' | 'clock' | 'environment' | 'fetch' | 'queue' | 'records' | 'trees'
  >;
  /**
   * The client only logs what it would change. Handlers must not call other services.
   */
  readonly isDryRun: boolean;
  /** Aborts when the host stops or the lease is lost. */
  readonly signal: AbortSignal;
}

/** Does what an event asks for. A step that fails is recorded by log.step(), and the error goes on to
 * the caller only when the rest makes no sense without it. */
export type EventHandler = (context: HandlerContext) => Promise<void>;

type Work = () => Promise<Readonly<Record<string, unknown>> | void>;

/** Runs the steps in order. One that fails is recorded and does not stop the others, unless the
 * delivery is handed back. */
export async function runSteps(
  { log, signal }: Pick<HandlerContext, 'log' | 'signal'>,
  steps: Readonly<Record<string, Work>>,
): Promise<void> {
  for (const [name, work] of Object.entries(steps)) {
    signal.throwIfAborted();
    try {
      await log.step(name, work);
    } catch (error) {
      if (signal.aborted) throw error;
    }
  }
}

/** Records that an event has no effect. */
export async function skip({ log }: Pick<HandlerContext, 'log'>, reason: string): Promise<void> {
  await log.step('skipped', async () => ({ reason }));
}
