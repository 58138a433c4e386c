import type { LogSubject } from '#core/logs/writing/delivery-log.ts';
import { maskingOf } from '#core/logs/writing/clean.ts';
import { openDeliveryLog, type OpenDeliveryLog } from '#core/logs/writing/open-delivery-log.ts';
import { isFailure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { lastSecrets, readConfiguration } from '../configuration/read-configuration.ts';
import type { DeliveryFacts } from '../deliveries/facts.ts';
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

type Subject = Pick<DeliveryMessage, 'id' | 'event' | 'repository' | 'repository_name'>;

const withoutConfiguration = { masksByWords: true, logFile: 'webhook-server.log' };

/** The log of a delivery, as the configuration wants it written. */
export async function deliveryLogOf(
  needs: Omit<ProcessingNeeds, 'queue'>,
  { id, event, repository, repository_name: repositoryName }: Subject,
  facts: DeliveryFacts & Pick<LogSubject, 'isEvaluation'>,
): Promise<OpenDeliveryLog> {
  const configuration = await readConfiguration(needs).catch(async (error: unknown) => {
    // The delivery fails by it when its handler needs the settings.
    if (isFailure(error, 'configuration')) {
      return { ...withoutConfiguration, known: await lastSecrets(needs) };
    }
    throw error;
  });
  const mask = maskingOf(needs.environment, configuration);
  const subject = { id, event, repository, repositoryName, ...facts };
  return openDeliveryLog(needs, subject, { mask, textFile: configuration.logFile });
}
