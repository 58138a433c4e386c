import { expect, it } from 'vitest';
import { users } from '#core/identity/tables.ts';
import { asAdmin } from '#test/support/actors.ts';
import { onLocal, openWorld } from '#test/support/world.ts';

it.each(['docs', 'analysis'] as const)('the page of users of %s has 200 of them', async (name) => {
  const world = await openWorld(onLocal, name);
  try {
    for (let id = 1; id <= 201; id += 1) {
      const created_at = new Date(id * 1000).toISOString();
      const row = { username: `user-${id}`, id, role: 'user', api_key_hash: null, created_at };
      await world.platform.records.insert(users, row);
    }
    const keysOf = async (path: string) => {
      const { text } = await world.send({ path, headers: asAdmin });
      return [...text.matchAll(/data-key="(user-\d+)"/g)].map(([, key]) => key);
    };
    const newest = await keysOf('/admin');
    expect([newest.length, newest.at(0), newest.at(-1)]).toEqual([200, 'user-201', 'user-2']);
    expect(await keysOf('/admin?page=2')).toEqual(['user-1']);
    expect(await keysOf('/admin?page=x')).toEqual(newest);
  } finally {
    await world.close();
  }
});
