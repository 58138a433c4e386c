import { openService } from '#core/host/open-service.ts';
import { offlineWriterCommand } from '../offline-writer/command.ts';
import type { OpenPlatform } from './run-services.ts';

/** Opens SQLite and files. The offline writer answers where no AI command line is installed. */
export const openLaptop: OpenPlatform = async (service, hosting, environment) => {
  const platform = openService(service, hosting, environment, { standIn: offlineWriterCommand });
  return { platform, connections: platform.connections };
};
