import { describe, expect, it } from 'vitest';
import { callerOfKey, callerOfSession } from '#core/identity/identify.ts';
import { logIn } from '#core/identity/log-in.ts';
import { sessions } from '#core/identity/tables.ts';
import { createUser, rotateKey } from '#core/identity/users.ts';
import { eachTest } from '#test/support/each-test.ts';
import { identityWorld, rules } from '#test/support/http/identity-world.ts';

const here = '192.0.2.1';

describe('sessions (S11)', () => {
  const world = eachTest(identityWorld);
  const open = async (username = 'uma') => {
    const { api_key } = await createUser(world(), rules, { username });
    return (await logIn(world(), rules, { username, api_key }, here)).token;
  };
  const caller = async (token: string, changed = rules) =>
    (await callerOfSession(world(), changed, [token]))?.caller.username;

  it.each([
    ['ADMIN_KEY', { adminKey: 'another administrator key' }],
    ['the secret of the hashes', { secret: 'another secret' }],
  ])('end when %s changes', async (_name, change) => {
    const login = { username: 'admin', api_key: rules.adminKey ?? '' };
    const { token: admin } = await logIn(world(), rules, login, here);
    const token = await open();
    expect([await caller(token), await caller(admin)]).toEqual(['uma', 'admin']);
    const changed = { ...rules, ...change };
    expect(await caller(token, changed)).toBeUndefined();
    expect(await caller(admin, changed)).toBeUndefined();
  });

  it('of the administrator end when nobody is the administrator any more', async () => {
    const login = { username: 'admin', api_key: rules.adminKey ?? '' };
    const { token } = await logIn(world(), rules, login, here);
    expect(await caller(token, { ...rules, adminKey: undefined })).toBeUndefined();
  });

  it('that are opened while the key is rotated do not outlive it', async () => {
    const token = await open();
    const [row] = (await world().records.list(sessions)).rows;
    await rotateKey(world(), rules, { username: 'uma' });
    expect(await world().records.list(sessions)).toMatchObject({ rows: [] });
    // A login that had checked the old key writes its row only now.
    const { version: _version, ...late } = row ?? { version: 0 };
    await world().records.insert(sessions, late);
    expect(await caller(token)).toBeUndefined();
  });
});

describe('keys of users', () => {
  const world = eachTest(identityWorld);

  it('are void under another secret', async () => {
    const { api_key } = await createUser(world(), rules, { username: 'uma' });
    const other = { ...rules, secret: 'another secret' };
    expect(await callerOfKey(world(), other, api_key, here)).toEqual({});
  });
});
