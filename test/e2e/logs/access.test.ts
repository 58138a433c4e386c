import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sessions } from '#core/identity/tables.ts';
import { addDelivery } from '#test/support/webhook/delivery-rows.ts';
import { eachTest } from '#test/support/each-test.ts';
import { cookieOf } from '#test/support/http/http-client.ts';
import { logEntry } from '#test/support/logs/sample-logs.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { onLocal, onLocalIn, openWorld } from '#test/support/world.ts';

const key = 'the-key-of-the-log-viewer';
const on = { ENABLE_LOG_SERVER: 'true' };
const path = '/logs/api/deliveries';
const form = (given: string) => new URLSearchParams({ key: given }).toString();

describe('without LOGS_KEY', () => {
  const world = eachTest(() => openWorld(onLocal, 'webhook', { environment: on }));

  it.each([
    ['a program on this machine', {}, 200],
    ['a page of this machine', { host: 'localhost:5000', origin: 'http://localhost:5000' }, 200],
    ['a proxy on this machine that nobody named (S13)', { 'x-forwarded-for': '10.0.0.1' }, 403],
    ['a proxy of another kind', { forwarded: 'for=10.0.0.1' }, 403],
    ['a proxy that names this machine', { 'x-real-ip': '127.0.0.1' }, 403],
    ['a page of another site (S12)', { origin: 'https://evil.example' }, 403],
    ['a page of another site, by its fetch metadata', { 'sec-fetch-site': 'cross-site' }, 403],
  ])('%s', async (_name, headers, status) => {
    expect((await world().send({ path, headers })).status).toBe(status);
    await addDelivery(world().platform, { id: 'd1' });
    const replay = await world().send({ method: 'POST', path: `${path}/none/replay`, headers });
    expect(replay.status).toBe(status === 200 ? 404 : status);
  });

  it('another machine is told which setting opens them', async () => {
    const reply = await world().send({ path, headers: { 'x-forwarded-for': '10.0.0.1' } });
    expect(reply.text).toContain('LOGS_KEY');
    const login = await world().send({ method: 'POST', path: '/logs/login', body: form(key) });
    expect([login.status, login.text]).toEqual([403, expect.stringContaining('LOGS_KEY')]);
  });
});

it('old files that were copied wait for the button of the page', async () => {
  const { path: directory } = await temporaryFolder();
  const [old = '', young = ''] = ['2025-10-02', '2026-02-27'].map((day) =>
    join(directory, 'logs', `webhooks_${day}.json`),
  );
  mkdirSync(join(directory, 'logs'));
  for (const file of [old, young]) writeFileSync(file, '');
  const world = await openWorld(onLocalIn(directory), 'webhook', { environment: on });
  const page = async (headers = {}) =>
    (await world.send({ path: '/logs', headers: { accept: 'text/html', ...headers } })).text;
  const confirm = (headers = {}) =>
    world.send({
      ...{ method: 'POST', path: '/logs/retention', body: 'sure=yes' },
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    });
  await expect.poll(() => world.logs.filter(({ files }) => files === 1)).toHaveLength(1);
  expect(await page()).toMatch(/1 log file from 2025-10-02 is past[^]*Delete old files/);
  const outside = { 'x-forwarded-for': '203.0.113.9' };
  const theirs = await page(outside);
  expect([theirs.includes('1 log file'), theirs.includes('Delete')]).toEqual([true, false]);
  for (const headers of [outside, { origin: 'https://evil.example' }]) {
    expect((await confirm(headers)).status).toBe(403);
  }
  expect(existsSync(old)).toBe(true);
  expect((await confirm()).status).toBe(200);
  expect([existsSync(old), existsSync(young)]).toEqual([false, true]);
  expect(await page()).not.toContain('log-notice">');
});

it('the page shows how far the index is, and then the entries', async () => {
  const world = await openWorld(onLocal, 'webhook', { environment: on });
  await world.platform.logs.append([logEntry('a line of the log')]);
  const page = async () =>
    (await world.send({ path: '/logs', headers: { accept: 'text/html' } })).text;
  world.platform.logs.indexing = async () => 0.437;
  const unfinished = await page();
  expect(unfinished).toMatch(/<lantern-live[^>]*id="log-results"(?![^>]*done)[^]*43 %/);
  expect(unfinished).not.toContain('a line of the log');
  world.platform.logs.indexing = async () => undefined;
  expect(await page()).toMatch(/<lantern-live[^>]*id="log-results"[^>]*done[^]*a line of the log/);
});

it('a name that resolves to this machine does not count (S12)', async () => {
  const environment = { ...on, ALLOWED_HOSTS: '*' };
  const world = await openWorld(onLocal, 'webhook', { environment });
  expect((await world.send({ path, headers: { host: 'evil.example:5000' } })).status).toBe(403);
});

describe('with LOGS_KEY', () => {
  const environment = { ...on, LOGS_KEY: key, TRUSTED_PROXIES: '127.0.0.1' };
  const world = eachTest(() => openWorld(onLocal, 'webhook', { environment }));
  const outside = { 'x-forwarded-for': '203.0.113.9', host: 'logs.example' };
  const open = (headers: Record<string, string>) =>
    world().send({ path, headers: { ...outside, ...headers } });
  const logIn = (given: string, headers = {}) =>
    world().send({
      ...{ method: 'POST', path: '/logs/login', body: form(given) },
      headers: { ...outside, ...headers },
    });

  it.each([
    ['GET', '/logs/api/deliveries', '', 401],
    ['GET', '/logs/api/deliveries/d1', '', 401],
    ['POST', '/logs/api/deliveries/d1/replay', '', 401],
    ['POST', '/logs/api/deliveries/replay', '{"ids":["d1"]}', 401],
    ['GET', '/logs/deliveries', '', 401],
    ['POST', '/logs/deliveries/d1', 'action=replay', 401],
  ])('this machine needs it, too: %s %s', async (method, at, body, status) => {
    const here = { host: 'localhost:5000' };
    await addDelivery(world().platform, { id: 'd1' });
    const type = body.startsWith('{') ? 'application/json' : 'application/x-www-form-urlencoded';
    const headers = { ...here, ...(body && { 'content-type': type }) };
    const reply = await world().send({ method, path: at, headers, body });
    expect(reply.status).toBe(status);
  });

  // The check of the Host header is the gateway's: a name in front of a loopback address is named.
  it('other machines need it, as a bearer key or by the login (S11)', async () => {
    const hosts = { ...environment, ALLOWED_HOSTS: 'logs.example' };
    const named = await openWorld(onLocal, 'webhook', { environment: hosts });
    const ask = (headers: Record<string, string>) =>
      named.send({ path, headers: { ...outside, ...headers } });
    const none = await ask({});
    expect([none.status, none.headers['www-authenticate']]).toEqual([401, 'Bearer']);
    expect((await ask({ authorization: 'Bearer wrong' })).status).toBe(401);
    expect((await ask({ authorization: `Bearer ${key}` })).status).toBe(200);
    expect((await ask({ cookie: 'logs_session=guess' })).status).toBe(401);

    const send = (given: string, headers = {}) =>
      named.send({
        ...{ method: 'POST', path: '/logs/login', body: form(given) },
        headers: { ...outside, ...headers },
      });
    expect((await send('wrong')).json()).toEqual({
      detail: 'This is not the LOGS_KEY of the server.',
    });
    expect((await send(key, { origin: 'https://evil.example' })).status).toBe(403);
    const opened = await send(` ${key} `, { 'x-forwarded-proto': 'https' });
    expect(opened.cookies).toEqual([
      expect.stringMatching(
        /^logs_session=[\w-]{43}; Path=\/; Max-Age=28800; HttpOnly; SameSite=Strict; Secure$/,
      ),
    ]);
    const cookie = cookieOf(opened, 'logs_session');
    expect((await ask({ cookie })).status).toBe(200);
    const replay = (origin: string) =>
      named.send({
        ...{ method: 'POST', path: `${path}/none/replay` },
        headers: { ...outside, cookie, origin },
      });
    expect((await replay('https://evil.example')).status).toBe(403);
    expect((await replay('http://logs.example')).status).toBe(404);

    // Another key ends the session.
    const { rows } = await named.platform.records.list(sessions, {
      ...{ index: 'by_user', where: { username: 'viewer' } },
    });
    expect(JSON.stringify(rows)).not.toContain(cookie.slice('logs_session='.length));
    const [{ token_hash = '' } = {}] = rows;
    await named.platform.records.update(sessions, { token_hash }, { proof: 'of another key' });
    expect((await ask({ cookie })).status).toBe(401);

    const again = cookieOf(await send(key), 'logs_session');
    const out = await named.send({
      ...{ method: 'POST', path: '/logs/api/logout', headers: { ...outside, cookie: again } },
    });
    expect(out.cookies[0]).toMatch(/^logs_session=; Path=\/; Max-Age=0;/);
    expect((await ask({ cookie: again })).status).toBe(401);
  });

  it('guessing is slowed down, for keys and logins together', async () => {
    const local = { host: 'localhost' };
    for (let count = 0; count < 30; count += 1) {
      expect((await open({ ...local, authorization: `Bearer guess-${count}` })).status).toBe(401);
      expect((await logIn(`guess ${count}`, local)).status).toBe(401);
    }
    expect((await logIn(key, local)).status).toBe(429);
    expect((await open({ ...local, authorization: `Bearer ${key}` })).status).toBe(429);
    const other = { 'x-forwarded-for': '198.51.100.1', authorization: `Bearer ${key}` };
    expect((await open({ ...local, ...other })).status).toBe(200);
  });
});

describe('the entries of a step', () => {
  const environment = { ...on, TRUSTED_PROXIES: '127.0.0.1' };
  const world = eachTest(() => openWorld(onLocal, 'webhook', { environment }));

  it.each([
    ['10.1.2.3', 404],
    ['169.254.1.1', 404],
    ['::1', 404],
    ['fe80::1', 404],
    ['fd00::1', 404],
    ['::ffff:10.0.0.1', 404],
    ['172.32.0.1', 403],
    ['2001:db8::1', 403],
    ['::ffff:192.0.2.1', 403],
  ])('are for private networks: %s gets %i', async (address, status) => {
    await world().platform.logs.append([logEntry('x', { hook_id: 'h' })]);
    const reply = await world().send({
      ...{ path: '/logs/api/step-logs/h/none', headers: { 'x-forwarded-for': address } },
    });
    expect(reply.status).toBe(status);
    if (status === 403) {
      const detail = 'Access denied: Log viewer is only accessible from trusted networks.';
      expect(reply.json()).toEqual({ detail });
    }
  });
});
