import { beforeEach, describe, expect, it } from 'vitest';
import { addDelivery, unprocessed, waiting } from '#test/support/webhook/delivery-rows.ts';
import { eachTest } from '#test/support/each-test.ts';
import { summary } from '#test/support/logs/sample-logs.ts';
import { homes } from '#test/support/homes.ts';
import { openWorld } from '#test/support/world.ts';

const key = 'the-key-of-the-log-viewer';
const environment = { ENABLE_LOG_SERVER: 'true', LOGS_KEY: key };
const headers = { authorization: `Bearer ${key}` };
const token = `ghp_${'a1B2'.repeat(9)}`;

interface Listed {
  readonly deliveries: readonly { readonly id: string }[];
  readonly cursor: string | null;
}

/** Stored deliveries and their replay, on any home. */
describe.each(homes({ quick: ['AWS'] }))('deliveries on $name', ({ home }) => {
  const world = eachTest(async () => openWorld(home, await unprocessed(), { environment }));
  const send = (method: string, path: string, body?: object) =>
    world().send({ method, path: `/logs/api/deliveries${path}`, headers, ...(body && { body }) });
  const get = async (path: string) => (await send('GET', path)).json() as Listed;
  const ids = async (query: string) => (await get(query)).deliveries.map(({ id }) => id);
  const second = (at: number) => `2026-03-01T11:00:0${at}.000Z`;
  beforeEach(async () => {
    const { platform } = world();
    const failed = { state: 'failed', error: 'no answer' } as const;
    const later = { ...failed, retry_at: second(9), pr_number: null, repository: 'team/away' };
    await addDelivery(platform, { id: 'd0', received_at: second(0), ...later });
    await addDelivery(platform, { id: 'd1', received_at: second(1) });
    await addDelivery(platform, { id: 'd2', received_at: second(2), ...failed });
    await addDelivery(platform, {
      ...{ id: 'd3', received_at: second(3), repository: 'team/other', event: 'push' },
      ...{ pr_number: null, ...failed },
    });
    await addDelivery(platform, {
      ...{ id: 'd4', received_at: second(4), state: 'processing', completed_at: null },
    });
  });

  it('lists them, newest first, page by page', async () => {
    const first = await get('?limit=3');
    expect(first.deliveries.map(({ id }) => id)).toEqual(['d4', 'd3', 'd2']);
    expect(first.deliveries[2]).toEqual({
      ...{ id: 'd2', repository: 'team/lamp', event: 'pull_request', action: 'opened' },
      ...{ sender: 'ada', pr_number: 7, received_at: second(2), started_at: second(1) },
      ...{ completed_at: '2026-03-01T11:00:03.500Z', duration_ms: 2500, state: 'failed' },
      ...{ error: 'no answer', retry_at: null, token_spend: 3, signature: 'valid' },
      ...{ address: '192.0.2.1', origin: 'hook', replay_of: null, is_dry_run: false },
    });
    const next = await get(`?limit=3&cursor=${encodeURIComponent(String(first.cursor))}`);
    expect([next.deliveries.map(({ id }) => id), next.cursor]).toEqual([['d1', 'd0'], null]);
  });

  it.each([
    ['?state=failed', ['d3', 'd2']],
    ['?state=waiting', ['d0']],
    ['?state=failed&repository=team/lamp', ['d2']],
    ['?event=push&state=', null],
    ['?event=push&repository=', ['d3']],
    ['?pr_number=7', ['d4', 'd2', 'd1']],
    ['?pr_number=8', []],
  ])('filters by %s', async (query, expected) => {
    if (expected === null) expect((await send('GET', query)).status).toBe(422);
    else expect(await ids(query)).toEqual(expected);
  });

  it.each([
    ['GET', '?limit=501', 422],
    ['GET', '?cursor=x', 400],
    ['GET', '/none', 404],
    ['POST', '/none/replay', 404],
    ['POST', '/d1/replay?dry_run=perhaps', 422],
    ['POST', '/d4/replay', 409],
  ])('answers %s %s with %i', async (method, path, status) => {
    expect((await send(method, path)).status).toBe(status);
  });

  it('shows what was received with secrets masked, what it did, and what repeats it', async () => {
    const { platform } = world();
    await platform.blobs.put('deliveries/big.json', `{"token":"${token}","more":"${key}"}`);
    await addDelivery(platform, {
      ...{ id: 'big', body: null, body_key: 'deliveries/big.json', event: 'push' },
      headers: { 'user-agent': 'hook', 'x-leak': token },
    });
    await addDelivery(platform, { id: 'del_1', origin: 'replay', replay_of: 'big' });
    await platform.logs.append([summary({ hook_id: 'big' })]);
    const reply = await send('GET', '/big');
    expect(reply.json()).toMatchObject({
      ...{ id: 'big', body: '{"token":"***","more":"***"}', is_body_cut: false },
      headers: { 'user-agent': 'hook', 'x-leak': '***' },
      steps: [{ step_name: 'labels' }, { step_name: 'merge' }],
      replays: [{ id: 'del_1', state: 'success' }],
    });
    // The end would cut the key in two (S10).
    const start = `{"more":"${'x'.repeat(999_987)}`;
    await platform.blobs.put('deliveries/big.json', `${start}${key}"}`);
    const cut = (await send('GET', '/big')).json() as { body: string; is_body_cut: boolean };
    expect([cut.body.slice(start.length), cut.is_body_cut]).toEqual(['***"', true]);
    await platform.blobs.delete('deliveries/big.json');
    expect((await send('GET', '/big')).json()).toMatchObject({ body: null, is_body_cut: false });
    expect((await send('POST', '/big/replay')).status).toBe(409);
  });

  it.each([
    ['', false],
    ['?dry_run=true', true],
  ])('replays with%s under a new id, in the order of its pull request', async (query, isDry) => {
    const reply = await send('POST', `/d1/replay${query}`);
    const body = reply.json() as { delivery_id: string };
    expect([reply.status, body]).toEqual([
      202,
      {
        delivery_id: expect.stringMatching(/^del_[\w-]{36}$/) as string,
        ...{ replay_of: 'd1', is_dry_run: isDry },
      },
    ]);
    expect(await waiting(world().platform)).toEqual([
      {
        ...{ id: body.delivery_id, repository: 'team/lamp' },
        ...{ repository_name: 'lamp', pr_number: 7, event: 'pull_request' },
        ...{ received_at: '2026-03-01T12:00:00.000Z', address: '', signature: 'valid' },
        ...{ headers: { 'x-github-event': 'pull_request' }, body: '{"action":"opened"}' },
        ...{ origin: 'replay', replay_of: 'd1', is_dry_run: isDry, group: 'team/lamp#7' },
      },
    ]);
    const { entries } = await world().platform.logs.search({}, { limit: 1 });
    expect(entries[0]).toMatchObject({
      logger_name: 'logs_server',
      message: expect.stringMatching(/^Delivery d1 is replayed .*as del_/) as string,
    });
  });

  it('replays several, and says which cannot be', async () => {
    const reply = await send('POST', '/replay', { ids: ['d3', 'none', 'd4', 'd1', 'd3'] });
    expect(reply.status).toBe(202);
    expect(reply.json()).toMatchObject({
      replayed: [{ replay_of: 'd3' }, { replay_of: 'd1' }],
      failed: [{ id: 'none' }, { id: 'd4' }],
    });
    expect(await waiting(world().platform)).toHaveLength(2);
  });

  it('replays what matches, oldest first, and nothing twice', async () => {
    await addDelivery(world().platform, { id: 'r', replay_of: 'd2', state: 'success' });
    await addDelivery(world().platform, { id: 'dry', state: 'failed', is_dry_run: true });
    await addDelivery(world().platform, { id: 'd0', state: 'failed', received_at: second(0) });
    const filter = { state: 'failed', since: '2026-02-28T00:00:00Z' };
    expect((await send('POST', '/replay', { filter, dry_run: true })).json()).toMatchObject({
      replayed: [{ replay_of: 'd0' }, { replay_of: 'd3' }],
    });
    const later = { filter: { ...filter, since: second(1) } };
    expect((await send('POST', '/replay', later)).json()).toMatchObject({
      replayed: [{ replay_of: 'd3' }],
    });
  });

  it('gives a repeated request the same new ids (R2)', async () => {
    const once = async (requestId: string) => {
      const path = '/logs/api/deliveries/replay';
      const more = { ...headers, 'idempotency-key': requestId };
      const body = { ids: ['d1'] };
      return (await world().send({ method: 'POST', path, headers: more, body })).text;
    };
    const first = await once('one');
    expect(await once('one')).toBe(first);
    expect(await once('two')).not.toBe(first);
  });

  it.each([
    {},
    { ids: [] },
    { ids: ['d1'], filter: {} },
    { ids: Array.from({ length: 101 }, (_, at) => `d${at}`) },
    { filter: { since: 'yesterday' } },
  ])('refuses %j', async (body) => {
    expect((await send('POST', '/replay', body)).status).toBe(422);
    expect(await waiting(world().platform)).toEqual([]);
  });
});
