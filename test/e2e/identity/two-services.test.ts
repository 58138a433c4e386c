import { describe, expect, it } from 'vitest';
import { docsIdentity } from '#core/docs/projects/identity.ts';
import { offerSignIn } from '#core/identity/sign-in-link.ts';
import { services } from '#functions/manifest.ts';
import { serviceEntry } from '#functions/service-manifest.ts';
import { addUser, fromOurPage, logIn, statusOfMe } from '#test/support/actors.ts';
import { allTests } from '#test/support/at-end.ts';
import { cookieOf, type Received } from '#test/support/http/http-client.ts';
import { homes } from '#test/support/homes.ts';
import { adminKey, openWorld, type World } from '#test/support/world.ts';

/** Browsers send a cookie to every port of a host. */
describe.each(homes())('sessions of two services of one host on $name', ({ home }) => {
  const docs = allTests(() => openWorld(home, 'docs'));
  const analysis = allTests(() => openWorld(home, 'analysis'));
  const ofReply = (reply: Received) => ({ cookie: cookieOf(reply, 'app_session') });
  const inBoth = async () => {
    const first = ofReply(await logIn(docs(), 'admin', adminKey));
    return ofReply(await logIn(analysis(), 'admin', adminKey, { ...first, ...fromOurPage }));
  };
  const named = async (world: World, headers: Record<string, string>) => {
    const { username } = (await world.send({ path: '/api/auth/me', headers })).json() as {
      username?: string;
    };
    return username ?? '';
  };

  it('signing in to one signs nobody out of the other', async () => {
    const cookie = await inBoth();
    expect(await statusOfMe(docs(), cookie)).toBe(200);
    expect(await named(analysis(), cookie)).toBe('admin');
  });

  it('signing out of one leaves the other', async () => {
    const cookie = { ...(await inBoth()), ...fromOurPage };
    const reply = await docs().send({ method: 'POST', path: '/api/auth/logout', headers: cookie });
    expect(await statusOfMe(docs(), cookie)).toBe(401);
    expect(await named(analysis(), ofReply(reply))).toBe('admin');
  });

  it('another sign-in to one replaces its session only', async () => {
    const key = await addUser(docs(), 'uma');
    const cookie = await inBoth();
    const next = ofReply(await logIn(docs(), 'uma', key, { ...cookie, ...fromOurPage }));
    expect([await named(docs(), next), await named(analysis(), next)]).toEqual(['uma', 'admin']);
    expect(await statusOfMe(docs(), cookie)).toBe(401);
  });

  it('a new key ends those of its service', async () => {
    const key = await addUser(docs(), 'una');
    const first = ofReply(await logIn(docs(), 'una', key));
    const both = await logIn(analysis(), 'admin', adminKey, { ...first, ...fromOurPage });
    const headers = { ...ofReply(both), ...fromOurPage };
    const reply = await docs().send({ method: 'POST', path: '/api/me/rotate-key', headers });
    expect(reply.status).toBe(200);
    expect(await statusOfMe(docs(), headers)).toBe(401);
    expect(await named(analysis(), ofReply(reply))).toBe('admin');
  });

  it('a renewal keeps the tokens of both', async () => {
    const cookie = await inBoth();
    analysis().clock.jump(5 * 3_600_000);
    const renewed = await analysis().send({ path: '/api/auth/me', headers: cookie });
    expect(await statusOfMe(docs(), ofReply(renewed))).toBe(200);
  });

  it('a renewed token comes first: later logins push out those that have expired', async () => {
    const own = ofReply(await logIn(analysis(), 'admin', adminKey)).cookie.split('=')[1];
    analysis().clock.jump(5 * 3_600_000);
    const headers = { cookie: `app_session=dead1.dead2.dead3.${own}` };
    const renewed = await analysis().send({ path: '/api/auth/me', headers });
    expect(ofReply(renewed).cookie).toBe(`app_session=${own}.dead1.dead2.dead3`);
  });

  it('a long list of strange tokens is cut', async () => {
    const strange = { cookie: `app_session=${'x.'.repeat(50)}x`, ...fromOurPage };
    const reply = await logIn(docs(), 'admin', adminKey, strange);
    expect(ofReply(reply).cookie).toMatch(/^app_session=[\w-]{43}\.x\.x\.x$/);
    expect(await statusOfMe(docs(), ofReply(reply))).toBe(200);
  });
});

/** As `npm start` runs them: the analysis is reached through the documentation, too. */
describe.each(homes())('one session for a home on $name', ({ home }) => {
  const analysis = allTests(() => openWorld(home, 'analysis'));
  const docs = allTests(() => {
    const entry = { ...serviceEntry('analysis', services.analysis), link: '/analysis' };
    const gone = { ...entry, name: 'gone', url: 'http://127.0.0.1:9' };
    const list = [gone, { ...entry, url: analysis().url }];
    return openWorld(home, 'docs', { environment: { LANTERN_SERVICES: JSON.stringify(list) } });
  });
  const ofReply = (reply: Received) => ({ cookie: cookieOf(reply, 'app_session') });
  const named = async (headers: Record<string, string>) => {
    const { text } = await analysis().send({ path: '/api/auth/me', headers });
    return (JSON.parse(text) as { username?: string }).username ?? '';
  };

  it('signs the administrator in to all, also by the form, and out of all', async () => {
    const body = new URLSearchParams({ username: 'admin', api_key: adminKey }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const byForm = await docs().send({ method: 'POST', path: '/login', headers, body });
    expect([byForm.status, await named(ofReply(byForm))]).toEqual([302, 'admin']);
    const cookie = ofReply(await logIn(docs(), 'admin', adminKey, ofReply(byForm)));
    expect([await statusOfMe(docs(), cookie), await named(cookie)]).toEqual([200, 'admin']);
    // The sessions of the first sign-in have ended.
    expect(await named(ofReply(byForm))).toBe('');

    const path = '/logout';
    const out = await docs().send({ path, headers: { ...cookie, ...fromOurPage } });
    expect(cookieOf(out, 'app_session')).toBe('app_session=');
    expect([await statusOfMe(docs(), cookie), await named(cookie)]).toEqual([401, '']);
  });

  it('signs the administrator in to all by the link of the first start', async () => {
    const { platform } = docs();
    const link = await offerSignIn(platform, docsIdentity(platform.environment));
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = new URLSearchParams({ link }).toString();
    const reply = await docs().send({ method: 'POST', path: '/login', headers, body });
    expect([reply.status, await named(ofReply(reply))]).toEqual([302, 'admin']);
  });

  it('signs nobody else in to another service', async () => {
    const key = await addUser(docs(), 'uma');
    const cookie = ofReply(await logIn(docs(), 'uma', key));
    expect([await statusOfMe(docs(), cookie), await named(cookie)]).toEqual([200, '']);
    expect((await logIn(docs(), 'admin', 'wrong key')).status).toBe(401);
  });
});
