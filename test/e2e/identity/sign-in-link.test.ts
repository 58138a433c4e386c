import { describe, expect, it } from 'vitest';
import { docsIdentity } from '#core/docs/projects/identity.ts';
import { offerSignIn } from '#core/identity/sign-in-link.ts';
import { statusOfMe } from '#test/support/actors.ts';
import { eachTest } from '#test/support/each-test.ts';
import { cookieOf } from '#test/support/http/http-client.ts';
import { homes } from '#test/support/homes.ts';
import { openWorld } from '#test/support/world.ts';

const form = { 'content-type': 'application/x-www-form-urlencoded' };

describe.each(homes())('the link that the first start prints, on $name', ({ home }) => {
  const environment = { LANTERN_KEY_PLACE: 'in the file .env on this machine' };
  const world = eachTest(() => openWorld(home, 'docs', { environment }));
  const offer = () => offerSignIn(world().platform, docsIdentity(world().platform.environment));
  const submit = (link: string) =>
    world().send({ method: 'POST', path: '/login', headers: form, body: `link=${link}` });

  it('signs in the administrator once, by its button (S11)', async () => {
    const link = await offer();
    // Programs that preview a link do not use it up.
    for (let n = 0; n < 2; n += 1) {
      const page = await world().send({ path: `/login?link=${link}` });
      expect(page.text).toContain(`name="link" value="${link}"`);
      expect(page.text).not.toContain('name="api_key"');
    }
    const reply = await submit(link);
    expect([reply.status, reply.headers.location]).toEqual([302, '/']);
    expect(await statusOfMe(world(), { cookie: cookieOf(reply, 'app_session') })).toBe(200);
    const again = await submit(link);
    expect([again.status, again.cookies]).toEqual([401, []]);
    expect(again.text).toContain('used before, or is too old');
    expect(again.text).toContain('name="api_key"');
  });

  it('opens one session for two clicks at once', async () => {
    const link = await offer();
    const replies = await Promise.all([submit(link), submit(link), submit(link)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([302, 401, 401]);
  });

  it('is void after an hour, as a session, and when it is another session', async () => {
    const link = await offer();
    expect(await statusOfMe(world(), { cookie: `app_session=${link}` })).toBe(401);
    const signedIn = await submit(link);
    const token = cookieOf(signedIn, 'app_session').replace('app_session=', '');
    expect((await submit(token)).status).toBe(401);
    const late = await offer();
    world().clock.jump(3_600_000);
    expect((await submit(late)).status).toBe(401);
  });

  it('is not needed by who reads the hint', async () => {
    const page = await world().send({ path: '/login' });
    expect(page.text).toContain('The user admin has the key ADMIN_KEY in the file .env');
  });
});
