import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { PlacedEntry } from '#core/platform/ports/logs.ts';
import { eachTest } from '#test/support/each-test.ts';
import { atEnd } from '#test/support/at-end.ts';
import { http } from '#test/support/http/http-client.ts';
import { freshDatabase, hasPostgres } from '#test/support/postgres/on-postgres.ts';
import { replicas } from '#test/support/postgres/replicas.ts';
import { scmHost } from '#test/support/scm/host.ts';
import { serveHost } from '#test/support/scm/server.ts';
import { hostToken } from '#test/support/scm/state.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const clients = 500;
const deliveries = 120;
/** Connections are cut after every so many deliveries. */
const cutEvery = 15;

describe.skipIf(!hasPostgres)('500 live streams over two replicas', () => {
  const folder = eachTest(temporaryFolder);

  it('get every entry once, in order, whatever breaks (R6)', async () => {
    const { path } = folder();
    const host = scmHost({ files: [] });
    await serveHost(host);
    mkdirSync(join(path, 'files', 'webhook'), { recursive: true });
    writeFileSync(
      join(path, 'files', 'webhook', 'config.yaml'),
      `scm-api-url: ${host.origin}\nscm-tokens: [${hostToken}]\n` +
        'repositories:\n  repo:\n    name: owner/repo\n',
    );
    const two = await replicas({
      ...{ count: 2, services: ['webhook'], folder: path, database: await freshDatabase() },
      environment: {
        SECRETS_KEY: 'a key that is long enough',
        BLOBS_DIR: join(path, 'files'),
        ENABLE_LOG_SERVER: 'true',
        ALLOW_PRIVATE_HOSTS: 'true',
      },
    });
    const url = two.url('webhook');
    let isOver = false;
    const sockets = new Set<WebSocket>();
    atEnd(() => {
      isOver = true;
      for (const socket of sockets) socket.terminate();
    });

    /** Follows the log, as the page does: again from its last entry when the connection breaks. */
    function follow(): number[] {
      const cursors: number[] = [];
      const connect = () => {
        if (isOver) return;
        const after = cursors.at(-1) ?? 0;
        const socket = new WebSocket(`${url.replace('http', 'ws')}/logs/ws?after=${after}`);
        sockets.add(socket);
        socket.on('message', (data: Buffer) =>
          cursors.push((JSON.parse(String(data)) as PlacedEntry).cursor),
        );
        socket.on('error', () => {});
        socket.on('close', () => {
          sockets.delete(socket);
          setTimeout(connect, 50);
        });
      };
      connect();
      return cursors;
    }

    const followed = Array.from({ length: clients }, follow);
    let cuts = 0;
    for (let at = 1; at <= deliveries; at += 1) {
      const headers = { 'x-scm-event': 'star', 'x-scm-delivery': `d${at}` };
      const body = {
        repository: { name: 'repo', full_name: 'owner/repo' },
        sender: { login: 'm' },
      };
      for (;;) {
        const sent = { method: 'POST', path: '/webhook_server', headers, body };
        const reply = await http(url)(sent).catch(() => undefined);
        if (reply?.status === 200) break;
        await pause(50);
      }
      if (at % cutEvery === 0) two.cutClients('webhook', (place) => place % 5 === cuts % 5);
      if (at % cutEvery === 0) cuts += 1;
      if (at === deliveries / 2) void two.kill(0);
    }

    const search = async () => {
      const reply = await http(url)({ path: '/logs/api/entries?limit=10000' }).catch(
        () => undefined,
      );
      if (reply?.status !== 200) return [];
      const { entries } = reply.json() as { entries: PlacedEntry[] };
      return entries.map(({ cursor }) => cursor).toSorted((a, b) => a - b);
    };
    const completed = async () =>
      http(url)({ path: '/logs/api/entries?limit=10000&level=COMPLETED' }).then(
        (reply) => (reply.json() as { entries: unknown[] }).entries.length,
        () => 0,
      );
    await expect.poll(completed).toBe(deliveries);
    const all = await search();
    expect(all.length).toBeGreaterThanOrEqual(deliveries);
    const wrong = () => followed.filter((cursors) => cursors.join() !== all.join()).length;
    await expect.poll(wrong).toBe(0);
    expect(cuts).toBe(deliveries / cutEvery);
  });
});
