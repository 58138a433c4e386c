import type { Platform } from '#core/platform/ports/platform.ts';
import type { Scm } from '#core/scm/client.ts';
import type { DeliveryLog } from '#core/logs/writing/delivery-log.ts';
import type { RepositorySettings } from '../configuration/repository-settings.ts';

/** A delivery that is being processed. */
export interface Delivery {
  /** The hook id of the log. */
  readonly id: string;
  readonly event: string;
  /** Undefined: the event has none. */
  readonly action: string | undefined;
  /** The full name: `owner/name`. */
  readonly repository: string;
  readonly sender: string | undefined;
  readonly prNumber: number | undefined;
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
