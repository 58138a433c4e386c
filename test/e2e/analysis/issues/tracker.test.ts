import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addUser, bearer } from '#test/support/actors.ts';
import { cloudLogin, fakeJira, serverToken } from '#test/support/analysis/jira/server.ts';
import type { FakeJira } from '#test/support/analysis/jira/state.ts';
import { scmHost } from '#test/support/scm/host.ts';
import { serveHost } from '#test/support/scm/server.ts';
import { hostToken, hostUser } from '#test/support/scm/state.ts';
import { onLocal, openWorld, type World } from '#test/support/world.ts';

const uma = { cookie: 'app_username=uma' };

/** What a person chooses from for an issue, and whose a token is. */
describe('the tracker', () => {
  let jira: FakeJira;
  let world: World | undefined;
  beforeEach(async () => {
    jira = await fakeJira('server');
  });
  afterEach(async () => {
    await world?.close();
    world = undefined;
    await jira.close();
  });

  async function open(environment: Record<string, string> = {}) {
    const TRACKER_URL = jira.origin;
    world = await openWorld(onLocal, 'analysis', { environment: { TRACKER_URL, ...environment } });
    return world;
  }
  async function post(path: string, body: object, headers: Record<string, string> = {}) {
    if (!world) throw new Error('no world');
    const reply = await world.send({ method: 'POST', path, body, headers });
    return [reply.status, reply.json()] as const;
  }
  const projects = (body: object = {}, headers = {}) =>
    post('/api/tracker-projects', body, headers);
  const store = (body: object, headers = uma) =>
    world?.send({ method: 'PUT', path: '/api/user/tokens', body, headers });
  const login = () => jira.requests.at(-1)?.headers['authorization'];
  const shop = [{ key: 'SHOP', name: 'The shop' }];

  it('lists projects and security levels', async () => {
    await open({ TRACKER_PAT: serverToken });
    expect(await projects()).toEqual([200, shop]);
    expect(await post('/api/tracker-security-levels', { project_key: 'SHOP' })).toEqual([
      200,
      [
        { id: '10000', name: 'Team', description: 'Only the team' },
        { id: '10001', name: 'Private', description: '' },
      ],
    ]);
    const none = await post('/api/tracker-security-levels', { project_key: 'NONE' });
    expect(none).toEqual([502, { detail: expect.stringContaining('with key') as unknown }]);
  });

  it('takes the token of the request, else of the caller, else of the server', async () => {
    await open({ TRACKER_PAT: 'of the server', TRACKER_API_TOKEN: 'not this one' });
    await store({ tracker_token: 'of uma' });
    await projects({ tracker_token: ' of the request ' }, uma);
    expect(login()).toBe('Bearer of the request');
    await projects({}, uma);
    expect(login()).toBe('Bearer of uma');
    // The same name, but proven: it has tokens of its own.
    if (world) await projects({}, bearer(await addUser(world, 'uma')));
    expect(login()).toBe('Bearer of the server');
    await projects();
    expect(login()).toBe('Bearer of the server');
  });

  it('logs in at a cloud with e-mail and API token, the e-mail of the token’s owner', async () => {
    const basic = (...parts: string[]) =>
      `Basic ${Buffer.from(parts.join(':')).toString('base64')}`;
    await open({
      TRACKER_EMAIL: 's@example.test',
      ...{ TRACKER_PAT: 'not this one', TRACKER_API_TOKEN: 'server' },
    });
    await projects({ tracker_email: 'not@example.test' });
    expect(login()).toBe(basic('s@example.test', 'server'));
    await projects({ tracker_token: 'r', tracker_email: 'r@example.test' }, uma);
    expect(login()).toBe(basic('r@example.test', 'r'));
    await projects({ tracker_token: 'r' }, uma);
    expect(login()).toBe(basic('s@example.test', 'r'));
    await store({ tracker_token: 'u', tracker_email: 'u@example.test' });
    await projects({}, uma);
    expect(login()).toBe(basic('u@example.test', 'u'));
  });

  it('refuses in the order: disabled, not configured, refused by the tracker', async () => {
    await open({ ENABLE_TRACKER_ISSUES: 'false', TRACKER_URL: '' });
    const disabled =
      'Issues in the tracker are disabled on this server: ENABLE_TRACKER_ISSUES is false';
    expect(await projects()).toEqual([403, { detail: disabled }]);
    await world?.close();
    await open({ TRACKER_URL: '' });
    const none = 'No tracker is configured: set TRACKER_URL on the server';
    expect(await projects({ tracker_token: 'a token' })).toEqual([400, { detail: none }]);
    await world?.close();
    await open();
    expect(await projects()).toEqual([
      400,
      {
        detail: expect.stringMatching(/^No token for the tracker: send tracker_token,/) as unknown,
      },
    ]);
    const { host } = new URL(jira.origin);
    const refused = `The tracker ${host} refused the login. Check the tracker token.`;
    expect(await projects({ tracker_token: 'wrong' })).toEqual([401, { detail: refused }]);
    const reason = JSON.stringify({ errorMessages: ['You are not authenticated.'] });
    jira.faults.push({ status: 401, body: reason });
    const explained = refused.replace(' login.', ' login: You are not authenticated.');
    expect(await projects({ tracker_token: 'wrong' })).toEqual([401, { detail: explained }]);
    jira.faults.push({ status: 503, body: 'wrong is down' });
    expect(await projects({ tracker_token: 'wrong' })).toEqual([
      502,
      { detail: `The tracker ${host} answered 503` },
    ]);
    await jira.close();
    expect(await projects({ tracker_token: 'wrong' })).toEqual([
      502,
      { detail: `Could not reach ${host}: connection refused` },
    ]);
    expect((await projects({ tracker_url: 'https://elsewhere.test' }))[0]).toBe(422);
  });

  it('says whose a token of the tracker is', async () => {
    await open({ TRACKER_PAT: 'of the server' });
    const check = (body: object, headers: Record<string, string> = uma) =>
      post('/api/validate-token', { token_type: 'tracker', ...body }, headers);
    expect(await check({ token: serverToken }, {})).toEqual([401, { detail: 'Username required' }]);
    expect(await check({ token: ` ${serverToken} ` })).toEqual([
      200,
      {
        ...{ valid: true, username: 'Ann Example' },
        message: 'The tracker accepts the token of Ann Example.',
      },
    ]);
    expect(await check({ token: 'wrong' })).toEqual([
      200,
      {
        valid: false,
        username: '',
        message: expect.stringContaining('refused the login') as unknown,
      },
    ]);
    expect((await check({ token: ' ' }))[0]).toBe(422);
    expect((await check({ token: 'a', token_type: 'mail' }))[0]).toBe(422);
    // A lost connection that was kept is opened again.
    jira.faults.push('close', 'close');
    expect((await check({ token: serverToken }))[0]).toBe(502);
    await world?.close();
    const cloud = await fakeJira('cloud');
    await open({ TRACKER_URL: cloud.origin });
    const { email, token } = cloudLogin;
    expect((await check({ token, email }))[1]).toMatchObject({ valid: true });
    expect((await check({ token, email: 'bob@example.test' }))[1]).toMatchObject({ valid: false });
    await cloud.close();
  });

  it('says whose a token of the code host is', async () => {
    const host = scmHost({ files: [] });
    const served = await serveHost(host);
    host.isApp = false;
    await open({ SCM_API_URL: host.origin, TRACKER_URL: '' });
    const check = (token: string) => post('/api/validate-token', { token_type: 'scm', token }, uma);
    expect(await check(hostToken)).toEqual([
      200,
      {
        ...{ valid: true, username: hostUser },
        message: `The code host accepts the token of ${hostUser}.`,
      },
    ]);
    expect(await check('ghp_wrong')).toEqual([
      200,
      {
        valid: false,
        username: '',
        message: expect.stringContaining('Bad credentials') as unknown,
      },
    ]);
    // An app's token has no user.
    host.isApp = true;
    expect((await check(hostToken))[1]).toMatchObject({ valid: false });
    host.isApp = false;
    for (const [fault, says] of [
      [{ status: 429, headers: { 'retry-after': '99' }, body: '' }, 'try again in 99 s'],
    ] as const) {
      host.faults.push(fault);
      const detail: unknown = expect.stringContaining(says);
      expect(await check(hostToken)).toEqual([502, { detail }]);
    }
    await served.close();
    expect((await check(hostToken))[0]).toBe(502);
  });
});
