import { describe, expect, it } from 'vitest';
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
