import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addUser, asAdmin, bearer, sessionOf } from '#test/support/actors.ts';
import { adminKey, onLocal, openWorld, type World } from '#test/support/world.ts';

describe('keys that people choose', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld(onLocal, 'docs');
  });
  afterAll(() => world.close());

  it('open what they shall open, spaces included', async () => {
    const key = await addUser(world, 'reader');
    const new_key = 'correct horse battery staple';
    const path = '/api/me/rotate-key';
    const rotated = await world.send({
      method: 'POST',
      path,
      headers: bearer(key),
      body: { new_key },
    });
    expect(rotated.status).toBe(200);
    const me = await world.send({ path: '/api/auth/me', headers: bearer(new_key) });
    expect(me.status).toBe(200);
  });

  it.each([
    ' leading space of a key',
    'trailing space of key ',
    'a key with ümlauts in it',
    'x'.repeat(513),
  ])('are refused when no header carries them: %j', async (new_key) => {
    const path = '/api/admin/users/reader/rotate-key';
    const reply = await world.send({ method: 'POST', path, headers: asAdmin, body: { new_key } });
    expect(reply.status).toBe(400);
  });

  it('do not let another site log people out (S12)', async () => {
    const headers = {
      ...(await sessionOf(world, 'admin', adminKey)),
      origin: 'http://evil.example',
    };
    const reply = await world.send({ method: 'POST', path: '/api/auth/logout', headers });
    expect(reply.status).toBe(403);
  });
});
