import { maskingOf } from '#core/logs/writing/masking.ts';
import { openDeliveryLog, type OpenDeliveryLog } from '#core/logs/writing/open-delivery-log.ts';
import { isFailure } from '#core/platform/failure.ts';
import { lastSecrets, readConfiguration } from '../configuration/read-configuration.ts';
import type { DeliveryFacts } from '../deliveries/facts.ts';
import type { DeliveryMessage } from '../deliveries/message.ts';
import type { ProcessingNeeds } from './delivery-run.ts';

type Subject = Pick<DeliveryMessage, 'id' | 'event' | 'repository' | 'repository_name'>;

const withoutConfiguration = { masksByWords: true, logFile: 'webhook-server.log' };

/** The log of a delivery, as the configuration wants it written. */
export async function deliveryLogOf(
  needs: Omit<ProcessingNeeds, 'queue'>,
  { id, event, repository, repository_name: repositoryName }: Subject,
  facts: DeliveryFacts,
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
