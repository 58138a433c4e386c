import { describe, expect, it } from 'vitest';
import { addUser, asAdmin, bearer, fromOurPage, sessionOf } from '#test/support/actors.ts';
import { eachTest } from '#test/support/each-test.ts';
import { homes } from '#test/support/homes.ts';
import { adminKey, openWorld } from '#test/support/world.ts';

const browser = {
  accept: 'text/html',
  'content-type': 'application/x-www-form-urlencoded',
};

/** The forms of the documentation service's pages, as a browser without script sends them. */
describe.each(homes())('forms on $name', ({ home }) => {
  const world = eachTest(() => openWorld(home, 'docs'));
  const post = (path: string, body: string, headers: Record<string, string> = asAdmin) =>
    world().send({ method: 'POST', path, body, headers: { ...browser, ...headers } });

  it.each([
    ['/admin', 'task=make-user&username=eve', 403],
    ['/key', 'sure=yes', 403],
    ['/projects', 'source=https://code.example/team/x', 403],
  ])('%s by cookie and from elsewhere is refused on a page (S12)', async (path, body, status) => {
    const session = await sessionOf(world(), 'admin', adminKey);
    const evil = await post(path, body, { ...session, origin: 'https://elsewhere.example' });
    expect([evil.status, evil.headers['content-type']]).toEqual([
      status,
      'text/html; charset=utf-8',
    ]);
    expect(evil.text).toContain('The form was sent from another site');
    expect((await post(path, body, { ...session })).status).toBe(status);
  });

  it.each([
    ['/admin', 'task=make-user&username=eve', '<us>/admin', '/admin'],
    ['/projects', 'source=x', '<us>/?q=a&page=2', '/?q=a&page=2'],
    ['/projects/x/delete', '', '<us>/projects/x?owner=uma', '/projects/x?owner=uma'],
    // What only takes forms is no page to come back to.
    ['/projects/x/delete', 'sure=yes', '<us>/projects/x/delete', undefined],
    ['/key', 'sure=yes', '<us>/', undefined],
    ['/key', '', undefined, undefined],
    ['/key', '', 'no address', undefined],
    ['/key', '', 'https://elsewhere.example/admin', undefined],
    ['/key', '', '<us>//elsewhere.example', undefined],
    ['/key', '', '<us>/docs/..//elsewhere.example', undefined],
    ['/key', '', '<us>/docs/\\elsewhere.example', '/docs//elsewhere.example'],
    ['/key', '', '<us>/docs/%2F%2Felsewhere', '/docs/%2F%2Felsewhere'],
  ])('%s of a session that has ended leads to the login and back', async (path, body, from, to) => {
    const headers = { cookie: 'app_session=ended', ...fromOurPage };
    const reply = await post(path, body, {
      ...headers,
      ...(from !== undefined && { referer: from.replace('<us>', world().url) }),
    });
    const next = to === undefined ? '' : `?next=${encodeURIComponent(to)}`;
    expect([reply.status, reply.headers.location]).toEqual([302, `/login${next}`]);
    const script = await post(path, body, { ...headers, accept: 'application/json' });
    expect([script.status, script.json()]).toEqual([401, { detail: 'Unauthorized' }]);
  });

  describe('of the administrators', () => {
    it('show a key on the answer, once and for nobody to keep', async () => {
      const made = await post('/admin', 'task=make-user&username=%20uma%20&role=viewer');
      expect([made.status, made.headers['cache-control']]).toEqual([200, 'no-store']);
      expect(made.headers['content-security-policy']).toContain("default-src 'none'");
      const key = /app_[\w-]{43}/.exec(made.text)?.[0] ?? '';
      const me = await world().send({ path: '/api/auth/me', headers: bearer(key) });
      expect(me.json()).toMatchObject({ username: 'uma', role: 'viewer' });
      const page = await world().send({ path: '/admin', headers: { ...browser, ...asAdmin } });
      expect(page.text).toContain('uma');
      expect(page.text).not.toContain(key);
    });

    it.each([
      ['task=make-user&username=&role=user', 400, 'Enter a username.'],
      ['task=make-user&username=%3Cb%3E', 400, 'value="&#60;b&#62;"'],
      ['task=make-user&username=%3Cb%3E', 400, 'Use 2 to 50 letters'],
      ['task=new-key&username=nobody&sure=yes', 404, 'User &#39;nobody&#39; not found'],
      ['task=remove-user&username=admin&sure=yes', 400, 'Cannot delete your own account'],
      ['task=shut-out&username=uma&project=..&owner=admin', 400, 'Invalid project name'],
      ['', 400, 'Unknown task'],
    ])('%s is refused on a page: %i', async (body, status, said) => {
      const reply = await post('/admin', body);
      expect([reply.status, reply.headers['content-type']]).toEqual([
        status,
        'text/html; charset=utf-8',
      ]);
      expect(reply.text).toContain(said);
    });

    it('ask before they do what cannot be undone', async () => {
      const key = await addUser(world(), 'uma');
      const asked = await post('/admin', 'task=remove-user&username=uma');
      expect([asked.status, asked.text]).toEqual([200, expect.stringContaining('Remove uma?')]);
      expect(asked.text).toContain('name="username" value="uma"');
      const me = await world().send({ path: '/api/auth/me', headers: bearer(key) });
      expect(me.status).toBe(200);
      const done = await post('/admin', 'task=remove-user&username=uma&sure=yes');
      expect([done.status, done.headers.location]).toEqual([303, '/admin?done=removed&who=uma']);
      const page = await world().send({
        path: '/admin?done=removed&who=uma',
        headers: { ...browser, ...asAdmin },
      });
      expect(page.text).toContain('uma was removed.');
    });
  });

  it('show the own new key once, after a question, and end the session', async () => {
    const key = await addUser(world(), 'uma');
    const session = { ...(await sessionOf(world(), 'uma', key)), ...fromOurPage };
    const asked = await post('/key', '', session);
    expect([asked.status, asked.text]).toEqual([200, expect.stringContaining('Replace your key?')]);
    const done = await post('/key', 'sure=yes', session);
    expect([done.status, done.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(done.text).toMatch(/app_[\w-]{43}/);
    expect(done.cookies).toEqual([expect.stringMatching(/^app_session=; Path=\/; Max-Age=0/)]);
    expect((await post('/key', 'sure=yes')).text).toContain('ADMIN_KEY users cannot rotate keys');
  });

  it.each(['done=removed&who=%3Cb%3E', 'done=constructor&who=uma', 'done=removed', 'who=uma'])(
    'say nothing that only an address says: %s',
    async (query) => {
      const headers = { ...browser, ...asAdmin };
      const page = await world().send({ path: `/admin?${query}`, headers });
      expect(page.status).toBe(200);
      expect(page.text).not.toContain('notice good');
    },
  );
});
