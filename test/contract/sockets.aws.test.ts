import { awsClients } from '#core/platform/adapters/aws/clients/clients.ts';
import { awsSockets } from '#core/platform/adapters/aws/sockets/sockets.ts';
import { atEnd } from '#test/support/at-end.ts';
import { startManagementApi } from '#test/support/aws/management-api.ts';
import { socketsContract } from './sockets-suite.ts';

const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };

socketsContract('WebSocket management API', async () => {
  const api = await startManagementApi();
  const clients = awsClients({ region: 'us-east-1', credentials });
  atEnd(() => clients.close());
  return {
    sockets: awsSockets({ management: () => clients.management(api.endpoint) }),
    connect: () => api.connect(),
  };
});
