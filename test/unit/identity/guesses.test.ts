import { describe, expect, it } from 'vitest';
import { guarded } from '#core/identity/guesses.ts';
import { wrongKeys } from '#core/identity/tables.ts';
import { eachTest } from '#test/support/each-test.ts';
import { identityWorld } from '#test/support/http/identity-world.ts';

const here = '192.0.2.1';
const second = 1_000;

describe('guessing of keys (S11)', () => {
  const world = eachTest(identityWorld);
  let guess = 0;
  const wrong = (address = here, key = `guess ${guess++}`) =>
    guarded(world(), address, key, async () => undefined);
  const right = (address = here) => guarded(world(), address, 'right', async () => 'uma');
  async function wrongTimes(count: number, address = here): Promise<void> {
    for (let at = 0; at < count; at += 1) await wrong(address);
  }
  const refused = (seconds: number, wait = `${seconds} seconds`) => ({
    kind: 'too-many',
    message: `Too many wrong API keys from your address. Try again in ${wait}.`,
    extra: { headers: { 'retry-after': String(seconds) } },
  });

  it('costs nothing before the 60th wrong key within a minute, then every key waits', async () => {
    await wrongTimes(59);
    expect(await right()).toBe('uma');
    await wrong();
    await expect(right()).rejects.toMatchObject(refused(10));
    await expect(wrong()).rejects.toMatchObject(refused(10));
  });

  it('costs twice as long after each further wrong key, and a quarter of an hour at most', async () => {
    await wrongTimes(60);
    for (const seconds of [10, 20, 40, 80, 160, 320, 640, 900, 900]) {
      const wait = seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
      await expect(right()).rejects.toMatchObject(refused(seconds, wait));
      await world().clock.advance(seconds * second - 1);
      await expect(wrong()).rejects.toMatchObject(refused(1));
      await world().clock.advance(1);
      expect(await right()).toBe('uma');
      await wrong();
    }
  });

  it('blocks the address of a program with an old key once, and of new guesses again', async () => {
    for (let at = 0; at < 60; at += 1) await wrong(here, 'old');
    await expect(right()).rejects.toMatchObject(refused(10));
    await world().clock.advance(10 * second);
    for (let at = 0; at < 3; at += 1) await wrong(here, 'old');
    expect(await right()).toBe('uma');
    await wrong();
    await expect(right()).rejects.toMatchObject(refused(20));
    await world().clock.advance(20 * second);
    await wrong(here, 'old');
    expect(await right()).toBe('uma');
  });

  it('waits no longer when the clock was ahead (R7)', async () => {
    await wrongTimes(60);
    world().clock.jump(-24 * 3_600 * second);
    expect(await right()).toBe('uma');
    await wrong();
    await expect(right()).rejects.toMatchObject(refused(20));
  });

  it('is forgotten a quarter of an hour after the wait', async () => {
    await wrongTimes(60);
    await world().clock.advance(910 * second - 1);
    await wrong();
    await expect(right()).rejects.toMatchObject(refused(20));
    await world().clock.advance(920 * second);
    await wrongTimes(59);
    expect(await right()).toBe('uma');
  });

  it('is counted for requests that fail at once, of which one begins the wait', async () => {
    await Promise.all(Array.from({ length: 100 }, () => wrong()));
    const row = await world().records.get(wrongKeys, { client: here });
    expect(row).toMatchObject({ failures: 100, blocks: 1 });
    expect(world().logs.filter(({ message }) => message.includes('held up'))).toHaveLength(1);
    await expect(right()).rejects.toMatchObject(refused(10));
  });

  it.each([
    ['192.0.2.1', '192.0.2.2', false],
    ['2001:db8::1', '2001:db8::ffff:2', true],
    ['2001:db8:0:0:1::', '2001:DB8::', true],
    ['2001:db8:0:1:aaaa:bbbb:cccc:dddd', '2001:db8:0:1::', true],
    ['2001:0db8:0000:0001::5', '2001:db8:0:1::6', true],
    ['2001:db8:0:1::', '2001:db8:0:2::', false],
    ['::1', '::2', true],
    ['::1', '1::', false],
    ['fe80::1%eth0', 'fe80::2', true],
    ['', '192.0.2.1', false],
  ])('from %s makes %s wait as well: %s', async (one, other, isSame) => {
    await wrongTimes(60, one);
    await expect(right(one)).rejects.toMatchObject({ kind: 'too-many' });
    const seen = await right(other).catch(({ kind }: { kind: string }) => kind);
    expect(seen).toBe(isSame ? 'too-many' : 'uma');
  });
});
