import { afterAll, beforeAll, expect, it } from 'vitest';
import { awsClients } from '#core/platform/adapters/aws/clients/clients.ts';
import { awsSockets } from '#core/platform/adapters/aws/sockets/sockets.ts';
import { startCuttingProxy } from '#test/support/http/cutting-proxy.ts';
import { expectFailure } from '#test/support/expect-failure.ts';
import { startManagementApi } from '#test/support/aws/management-api.ts';

let api: Awaited<ReturnType<typeof startManagementApi>>;
let proxy: Awaited<ReturnType<typeof startCuttingProxy>>;
const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
const clients = awsClients({ region: 'us-east-1', credentials });
const sockets = awsSockets({ management: () => clients.management(`${proxy.url}/stage`) });

beforeAll(async () => {
  api = await startManagementApi();
  proxy = await startCuttingProxy(api.endpoint);
});
afterAll(async () => {
  await clients.close();
  await proxy.close();
  await api.close();
});

it('an outage is one readable line, and no lost connection', async () => {
  const { connection } = await api.connect();
  proxy.after(0, 'lost request');
  for (const call of [() => sockets.send(connection, 'x'), () => sockets.close(connection)]) {
    const { message } = await expectFailure(call(), 'unavailable', 'storage_unavailable');
    expect(message).toMatch(/^The WebSocket API does not answer \([\w, ]+\)\. Try again\.$/);
  }
  proxy.fair();
  expect(await sockets.send(connection, 'x')).toBe(true);
});

it('the API of the tests wants a signature and its own path', async () => {
  const { connection } = await api.connect();
  const url = `${api.endpoint}/@connections/${connection}`;
  expect((await fetch(url, { method: 'POST', body: 'x' })).status).toBe(403);
});
