import { openCluster } from '#core/home/open-cluster.ts';
import { isFailure } from '#core/platform/failure.ts';
import { offlineWriterCommand } from '../offline-writer/command.ts';
import { openLaptop } from './open-laptop.ts';
import type { OpenPlatform } from './run-services.ts';

/** Opens PostgreSQL and a store of objects for one of several replicas. The agent service keeps its
 * conversations in a folder, and runs as one replica with the laptop's adapters. */
export const openReplica: OpenPlatform = async (service, hosting, environment) => {
  if (service.name === 'agent') return openLaptop(service, hosting, environment);
  const opened = openCluster({
    service: service.name,
    environment,
    queues: service.queues,
    standIn: offlineWriterCommand,
  });
  try {
    await opened.check();
  } catch (error) {
    // A store that does not answer yet is asked again; one that cannot be used ends the start.
    if (!isFailure(error, 'unavailable')) {
      await opened.platform.close();
      throw error;
    }
    opened.platform.log('ERROR', error.message);
  }
  return opened;
};
