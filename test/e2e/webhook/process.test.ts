import { describe, expect, it } from 'vitest';
import { jobTables } from '#core/jobs/tables.ts';
import type { WebhookSummary } from '#core/platform/ports/logs.ts';
import { type DeliveryMessage, sendDelivery } from '#core/webhook/deliveries/message.ts';
import { deliveries } from '#core/webhook/deliveries/tables.ts';
import { sweepBodies } from '#core/webhook/deliveries/kept-body.ts';
import { processDelivery } from '#core/webhook/processing/process-delivery.ts';
import { eachTest } from '#test/support/each-test.ts';
import { head } from '#test/support/scm/state.ts';
import {
  openReceiver,
  repository,
  type ReceiverWorld,
} from '#test/support/webhook/receiver-world.ts';
import { homes } from '#test/support/homes.ts';

const day = 86_400_000;

/** What becomes of deliveries that were answered with 200. */
describe.each(homes())('processing on $name', ({ home }) => {
  const world = eachTest(() => openReceiver(home, { LOGS_KEY: 'a-key-for-the-log' }));

  const summariesOf = (hook_id: string) => world().platform.logs.summaries({ hook_id }, 100);
  /** The hook ids of summaries in the order of writing. */
  async function ended({ platform }: ReceiverWorld): Promise<(string | null)[]> {
    const { entries } = await platform.logs.search(
      { where: { level: 'COMPLETED' } },
      { limit: 1_000 },
    );
    return entries.toSorted((a, b) => a.cursor - b.cursor).map(({ hook_id }) => hook_id);
  }
  const about = (number: number) => ({ repository, pull_request: { number, title: 'A door' } });

  it('an event without handler is a success without steps, and everything is kept', async () => {
    await world().configure('webhook-secret: a-secret');
    const body = { ...about(7), action: 'opened', sender: { login: 'mona' } };
    const headers = { authorization: 'Bearer x', cookie: 'a=b', 'user-agent': 'hookshot' };
    await world().deliver({ event: 'star', id: 'd-1', body, secret: 'a-secret', headers });
    const row = await world().ended('d-1');
    expect(row).toMatchObject({
      ...{ repository: 'owner/repo', id: 'd-1', event: 'star', action: 'opened', sender: 'mona' },
      ...{ pr_number: 7, state: 'success', error: null, token_spend: 1, signature: 'valid' },
      ...{ address: '127.0.0.1', body: JSON.stringify(body), body_key: null, origin: 'hook' },
      ...{ replay_of: null, is_dry_run: false, started_at: '2026-03-01T12:00:10.000Z' },
      headers: { 'x-scm-event': 'star', 'x-scm-delivery': 'd-1', 'user-agent': 'hookshot' },
    });
    expect(Object.keys(row.headers).join()).not.toMatch(/authorization|cookie|signature/);
    const [summary, ...more] = await summariesOf('d-1');
    expect([summary?.status, summary?.workflow_steps, more]).toEqual(['success', {}, []]);
    expect(summary?.pr).toEqual({ number: 7, title: 'A door', author: null });
  });

  it('a repository missing from the configuration is recorded as failed', async () => {
    await world().configure();
    const other = { name: 'other', full_name: 'owner/other' };
    const reply = await world().deliver({ id: 'd-1', body: { repository: other } });
    expect(reply.status).toBe(200);
    const error = 'RepositoryNotFoundInConfigError: Repository not found in configuration';
    const row = await world().ended('d-1', 'owner/other');
    expect(row).toMatchObject({ state: 'failed', error, body: null, body_key: null });
    const [summary] = await summariesOf('d-1');
    expect(summary).toMatchObject({ success: false, status: 'failed', error });
  });

  const queued: Parameters<typeof sendDelivery>[1] = {
    ...{ id: 'd-1', repository: 'owner/repo', pr_number: null, event: 'star' },
    ...{ received_at: '2026-03-01T12:00:00.000Z', address: '', signature: 'unchecked' },
    ...{ headers: {}, body: '{}', origin: 'hook', replay_of: null, is_dry_run: false },
  };
  it.each<[string, Partial<typeof queued>, string, string | null]>([
    ['not signed', {}, 'failed', 'The delivery is not signed'],
    ['signed by a former secret', { signature: 'valid' }, 'success', null],
    ['fetched from the code host', { origin: 'gap' }, 'success', null],
    ['replayed by a person', { origin: 'replay', replay_of: 'd-0' }, 'success', null],
    ['of another owner', { repository: 'evil/repo' }, 'failed', 'RepositoryNotFoundInConfigError'],
    ['of an odd name', { repository: 'owner/?epo' }, 'failed', 'RepositoryNotFoundInConfigError'],
  ])('queued before the repository had a secret: %s (S17)', async (_, more, state, error) => {
    await world().configure('', '    webhook-secret: own-secret');
    const message = { ...queued, ...more };
    await sendDelivery(world().platform, message);
    const row = await world().ended('d-1', message.repository);
    expect([row.state, row.error]).toEqual([state, error && expect.stringContaining(error)]);
  });

  it('64 deliveries with one id over parallel connections: one processing (R2)', async () => {
    await world().configure();
    const replies = await Promise.all(
      Array.from({ length: 64 }, () =>
        world().deliver({ event: 'star', id: 'd-1', body: about(7) }),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    await world().idle();
    expect(await summariesOf('d-1')).toHaveLength(1);
  });

  it('the same id of another repository, and deliveries without id, are others', async () => {
    await world().configure();
    const other = { name: 'other', full_name: 'owner/other' };
    await world().deliver({ id: 'd-1' });
    await world().deliver({ id: 'd-1', body: { repository: other } });
    await world().deliver();
    await world().deliver();
    await world().idle();
    expect(await ended(world())).toHaveLength(4);
  });

  it('one that failed is processed again when it is sent again, one that succeeded is not', async () => {
    await world().configure();
    const other = { name: 'other', full_name: 'owner/other' };
    const send = () => world().deliver({ id: 'd-1', body: { repository: other } });
    await send();
    await world().ended('d-1', 'owner/other');
    await world().configure('', '  other:\n    name: owner/other');
    await send();
    await world().idle();
    expect(await world().row('d-1', 'owner/other')).toMatchObject({
      state: 'success',
      error: null,
    });
    await send();
    await world().idle();
    const statuses = (await summariesOf('d-1')).map(({ status }: WebhookSummary) => status);
    expect(statuses.toSorted()).toEqual(['failed', 'success']);
  });

  it.each(['success', 'failed'] as const)(
    'a crash between the summary and the end of the row: one summary, of a %s (R1)',
    async (state) => {
      await world().configure();
      const { platform } = world();
      const other = state === 'failed' ? { name: 'other', full_name: 'owner/other' } : repository;
      const message: DeliveryMessage = {
        ...{ ...queued, repository: other.full_name, repository_name: other.name },
        ...{ pr_number: 7, signature: 'valid' },
        body: JSON.stringify({ ...about(7), repository: other }),
      };
      const { signal } = new AbortController();
      const run = (attempt: number) =>
        processDelivery(platform, { message, work: 'a-message', attempt, signal });
      await run(1);
      const row = await world().ended('d-1', other.full_name);
      expect(row.state).toBe(state);
      const key = { repository: other.full_name, id: 'd-1' };
      const crashed = { state: 'processing', completed_at: null, error: null } as const;
      await platform.records.update(deliveries, key, crashed);
      world().clock.jump(60_000);
      await run(2);
      const again = await world().ended('d-1', other.full_name);
      expect(again).toMatchObject({ state, error: row.error, completed_at: row.completed_at });
      expect(await summariesOf('d-1')).toHaveLength(1);
    },
  );

  it('are answered while every worker waits for the code host, and processed afterwards (R5)', async () => {
    await world().configure();
    const { host, platform } = world();
    const inFlight = async () => (await platform.queue.depth('webhook-deliveries')).inFlight;
    const { promise, resolve: release } = Promise.withResolvers<void>();
    let waiting = 0;
    host.hold = () => {
      waiting += 1;
      return promise;
    };
    const ids = Array.from({ length: 48 }, (_, at) => `d-${at}`);
    const sent = ids.map((id, at) => {
      const pull_request = { number: 100 + at, title: 'A door', head: { sha: head } };
      const body = { repository, action: 'opened', pull_request, sender: { login: 'mona' } };
      return world().deliver({ event: 'pull_request', id, body });
    });
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(ids.map(() => 200));
    await expect.poll(async () => waiting > 0 && inFlight()).toBe(10 * world().running.length);
    const late = await world().deliver({ event: 'star', id: 'late', body: about(99) });
    const health = await world().send({ path: '/webhook_server/healthcheck' });
    expect([late.status, health.status]).toEqual([200, 200]);
    expect([await ended(world()), host.requests]).toEqual([[], []]);
    release();
    await world().idle();
    const summaries = await ended(world());
    expect(summaries.toSorted()).toEqual([...ids, 'late'].toSorted());
  });

  it('deliveries of one pull request are processed in the order received (R1)', async () => {
    await world().configure('max-workers: 8');
    const ids = Array.from({ length: 24 }, (_, at) => `${at % 3}-${String(at).padStart(2, '0')}`);
    for (const id of ids) {
      await world().deliver({ event: 'star', id, body: about(Number(id[0])) });
    }
    await world().idle();
    const met = await ended(world());
    expect(met.toSorted()).toEqual(ids.toSorted());
    for (const pull of ['0', '1', '2']) {
      const own = (all: readonly (string | null)[]) => all.filter((id) => id?.startsWith(pull));
      expect(own(met)).toEqual(own(ids));
    }
  });

  it('a body above 100 kB is a blob of its day, which goes with the row', async () => {
    await world().configure();
    // Above 1 MiB the message refers to a blob, too.
    for (const size of [100_001, 1_200_000]) {
      const body = JSON.stringify({ repository, text: 'ü'.repeat(size / 2) });
      await world().deliver({ id: `d-${size}`, body });
      const row = await world().ended(`d-${size}`);
      expect([row.state, row.body]).toEqual(['success', null]);
      const stored = await world().platform.blobs.head(row.body_key ?? '');
      expect(stored?.size).toBe(Buffer.byteLength(body));
    }
    const { platform, clock } = world();
    const kept = () =>
      Array.fromAsync(platform.blobs.list('deliveries/')).then(({ length }) => length);
    // Two days after the rows expire, and not before.
    clock.jump(92 * day);
    await sweepBodies(platform);
    expect(await kept()).toBe(2);
    clock.jump(day);
    await sweepBodies(platform);
    await platform.records.maintain([deliveries, ...jobTables]);
    expect([await kept(), await world().row('d-100001')]).toEqual([0, undefined]);
  });

  it('a dry run changes nothing on the code host, and says what it would do', async () => {
    await world().configure();
    const body = {
      ...{ repository, action: 'opened', number: 7, sender: { login: 'mona' } },
      pull_request: { number: 7, title: 'A door', head: { sha: head } },
    };
    await sendDelivery(world().platform, {
      ...{ ...queued, id: 'del_1', pr_number: 7, event: 'pull_request', signature: 'valid' },
      ...{ body: JSON.stringify(body), origin: 'replay', replay_of: 'd-1', is_dry_run: true },
    });
    const row = await world().ended('del_1');
    expect(row).toMatchObject({ is_dry_run: true, replay_of: 'd-1', origin: 'replay' });
    expect(world().host.changes).toEqual([]);
    const { entries } = await world().platform.logs.search(
      { where: { hook_id: 'del_1', search: 'would' } },
      { limit: 10 },
    );
    expect(entries.length).toBeGreaterThan(0);
  });

  it('a check that cannot be run apart fails, and says why (R9)', async () => {
    await world().configure('custom-check-runs: [{name: lint, command: "true"}]');
    const pull_request = { number: 7, title: 'A door', head: { sha: head } };
    const body = { repository, action: 'opened', pull_request, sender: { login: 'mona' } };
    await world().deliver({ event: 'pull_request', id: 'd-1', body });
    // The code host of tests has no https; on AWS nothing runs.
    const run = () => world().host.repository.checkRuns.find(({ name }) => name === 'lint');
    await expect.poll(() => run()?.conclusion).toBe('failure');
    expect(run()?.output['title']).toMatch(/^Not run: (Invalid repository URL|on AWS)/);
  });

  it('a configuration that became wrong meanwhile fails the delivery with the reason', async () => {
    await world().configure();
    await world().platform.blobs.put('config.yaml', 'repositories: 3');
    await world().clock.advance(10_000);
    await sendDelivery(world().platform, { ...queued, body: 'not JSON', origin: 'gap' });
    expect(await world().ended('d-1')).toMatchObject({ state: 'failed', origin: 'gap' });
    expect((await summariesOf('d-1'))[0]?.error).toMatch(/^config\.yaml: .*repositories/);
  });
});
