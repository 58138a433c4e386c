import { expect, it } from 'vitest';
import { awsClients } from '#core/platform/adapters/aws/clients/clients.ts';
import { awsSockets } from '#core/platform/adapters/aws/sockets/sockets.ts';
import { atEnd } from '#test/support/at-end.ts';
import { startCuttingProxy } from '#test/support/http/cutting-proxy.ts';
import { expectFailure } from '#test/support/expect-failure.ts';
import { startManagementApi } from '#test/support/aws/management-api.ts';

const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };

it('an outage is one readable line, and no lost connection', async () => {
  const api = await startManagementApi();
  const proxy = await startCuttingProxy(api.endpoint);
  const clients = awsClients({ region: 'us-east-1', credentials });
  atEnd(() => clients.close());
  const sockets = awsSockets({ management: () => clients.management(`${proxy.url}/stage`) });
  const { connection } = await api.connect();
  proxy.after(0, 'lost request');
  for (const call of [() => sockets.send(connection, 'x'), () => sockets.close(connection)]) {
    const { message } = await expectFailure(call(), 'unavailable', 'storage_unavailable');
    expect(message).toMatch(/^The WebSocket API does not answer \([\w, ]+\)\. Try again\.$/);
  }
  proxy.fair();
  expect(await sockets.send(connection, 'x')).toBe(true);
});
