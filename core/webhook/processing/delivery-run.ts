import type { Platform } from '#core/platform/ports/platform.ts';
import type { DeliveryMessage } from '../deliveries/message.ts';

/** What the queue's job hands over. */
export interface DeliveryRun {
  readonly message: DeliveryMessage;
  /** The same in every run of one message. */
  readonly work: string;
  /** 1 in the first run, and after a replay of the dead letter. */
  readonly attempt: number;
  /** Aborts when the lease is lost or the host stops. */
  readonly signal: AbortSignal;
}

export type ProcessingNeeds = Pick<
  Platform,
  | ('blobs' | 'clock' | 'environment' | 'fetch' | 'home')
  | ('log' | 'logs' | 'queue' | 'records' | 'trees')
>;
