import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { deliveryQueue } from '#core/webhook/deliveries/message.ts';
import { deliveries } from '#core/webhook/deliveries/tables.ts';
import { openLocal } from '#core/home/open-local.ts';
import { isDeep } from '#test/support/level.ts';
import { http } from '#test/support/http/http-client.ts';
import { scmHost } from '#test/support/scm/host.ts';
import { serveHost } from '#test/support/scm/server.ts';
import { head, hostToken } from '#test/support/scm/state.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const repository = { name: 'repo', full_name: 'owner/repo' };
const count = isDeep ? 200 : 40;
const pulls = 5;

interface Child {
  readonly process: ChildProcess;
  readonly url: string;
}

async function start(folder: string, hours: number): Promise<Child> {
  const program = fileURLToPath(new URL('../support/webhook/webhook-child.ts', import.meta.url));
  const words = [program, '--folder', folder, '--hours', String(hours)];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [url] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { process: child, url };
}

async function end({ process: child }: Child, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  const closed = once(child, 'close');
  child.kill(signal);
  await closed;
}

// A stop takes the same way as the end of a lease, so that the quick tests leave it out.
const signals = isDeep ? (['SIGKILL', 'SIGTERM'] as const) : (['SIGKILL'] as const);

it.each(signals)(
  '%s at any moment: what was acknowledged is processed once, in the order of its pull request (R1)',
  { timeout: 240_000 },
  async (signal) => {
    const folder = await temporaryFolder();
    const host = scmHost({ files: [] });
    await serveHost(host);
    await writeFile(
      join(folder.path, 'config.yaml'),
      `scm-api-url: ${host.origin}\nscm-tokens: [${hostToken}]\n` +
        'repositories:\n  repo:\n    name: owner/repo\n',
    );
    const storm = { hours: 0, child: await start(folder.path, 0), acknowledged: 0, deaths: 0 };
    const reader = openLocal({
      service: 'webhook',
      environment: {},
      directory: folder.path,
      database: join(folder.path, 'webhook.db'),
      queues: [{ name: deliveryQueue, visibilitySeconds: 35, maxAttempts: 16, ordered: true }],
      writeLog: () => {},
    });
    let restarting: Promise<void> | undefined;

    async function isIdle(): Promise<boolean> {
      const { waiting, inFlight, delayed } = await reader.queue.depth(deliveryQueue);
      return waiting + inFlight + delayed === 0;
    }

    async function restart(by: 'SIGKILL' | 'SIGTERM'): Promise<void> {
      // A delivery whose every run is killed is given up at the third.
      while (storm.deaths % 3 === 2 && !(await isIdle())) await pause(20);
      await end(storm.child, by);
      storm.deaths += 1;
      storm.child = await start(folder.path, (storm.hours += 1));
    }

    /** Ends the process after every so many answers, at a random moment of its work. */
    async function strike(): Promise<void> {
      storm.acknowledged += 1;
      if (storm.acknowledged % 16 !== 0) return;
      restarting ??= (async () => {
        await pause(Math.random() * 30);
        await restart(signal);
        restarting = undefined;
      })();
    }

    /** Until it is acknowledged, as the code host would send it again. */
    async function deliver(id: string, event: string, body: object): Promise<void> {
      for (;;) {
        await restarting;
        const headers = { 'x-scm-event': event, 'x-scm-delivery': id };
        const sent = { method: 'POST', path: '/webhook_server', headers, body };
        const reply = await http(storm.child.url)(sent).catch(() => undefined);
        if (reply?.status === 200) return strike();
        await pause(5);
      }
    }

    const ids: string[] = [];
    const senders = Array.from({ length: pulls }, async (_, pull) => {
      for (let at = 0; at < count / pulls; at += 1) {
        const id = `${pull}-${String(at).padStart(3, '0')}`;
        ids.push(id);
        const pull_request = { number: 100 + pull };
        await deliver(id, 'star', { repository, pull_request });
        // Effects on the code host, in the middle of it all.
        if (pull === 0 && at === 3) {
          const opened = { number: 7, title: 'A door', head: { sha: head } };
          const sender = { login: 'mona' };
          ids.push('opened');
          await deliver('opened', 'pull_request', {
            ...{ repository, sender, action: 'opened', pull_request: opened },
          });
        }
      }
    });
    await Promise.all(senders);
    await restarting;
    await restart('SIGKILL');
    while (!(await isIdle())) await pause(20);
    await end(storm.child, 'SIGTERM');

    const { rows } = await reader.records.list(deliveries, { limit: 1_000 });
    const states = rows.map(({ id, state, error }) => `${id} ${state} ${error}`);
    expect(states.toSorted()).toEqual(ids.map((id) => `${id} success null`).toSorted());
    const found = await reader.logs.search({ where: { level: 'COMPLETED' } }, { limit: 5_000 });
    const met = found.entries.toSorted((a, b) => a.cursor - b.cursor).map((one) => one.hook_id);
    for (let pull = 0; pull < pulls; pull += 1) {
      const own = (all: readonly (string | null)[]) =>
        all.filter((id) => id?.startsWith(`${pull}-`));
      expect(own(met)).toEqual(own(ids));
    }
    expect(met).toHaveLength(ids.length);
    const [seven] = [...host.repository.pulls.values()];
    const welcome = host.changes.filter((change) => /^POST .*issues\/7\/comments/.test(change));
    expect([seven?.number, welcome.length, storm.deaths > 1]).toEqual([7, 1, true]);
    await reader.close();
  },
);
