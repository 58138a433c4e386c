import { describe, expect, it } from 'vitest';
import { grant } from '#core/identity/grants.ts';
import { grants } from '#core/identity/tables.ts';
import { deleteUser } from '#core/identity/delete-user.ts';
import { createUser } from '#core/identity/users.ts';
import { eachTest } from '#test/support/each-test.ts';
import { expectFailure } from '#test/support/expect-failure.ts';
import { identityWorld, rules } from '#test/support/http/identity-world.ts';

const site = { name: 'site', owner: 'ann' };
const exists = async () => true;

describe('grants', () => {
  const world = eachTest(identityWorld);
  const add = (...names: string[]) =>
    Promise.all(names.map((username) => createUser(world(), rules, { username })));

  it('that are given while the user is removed take themselves back', async () => {
    await add('vic');
    const removedMeanwhile = async () => {
      await deleteUser(world(), 'vic', 'admin');
      await add('vic');
      return true;
    };
    await expectFailure(grant(world(), site, 'vic', removedMeanwhile), 'missing', 'no_user');
    expect((await world().records.list(grants)).rows).toEqual([]);
  });

  it('go before the user does, and those that appear in between go as well', async () => {
    await add('vic');
    await grant(world(), { ...site, name: 'earlier' }, 'vic', exists);
    let left: unknown;
    const { records, clock } = world();
    const needs = {
      clock,
      records: {
        ...records,
        async delete(...row: Parameters<typeof records.delete>) {
          if (row[0].name === 'users') {
            left = (await records.list(grants)).rows;
            await grant(world(), site, 'vic', exists);
          }
          return records.delete(...row);
        },
      } as typeof records,
    };
    await deleteUser(needs, 'vic', 'admin');
    // A crash at that moment leaves a user whose removal can be repeated, and no grant.
    expect(left).toEqual([]);
    expect((await world().records.list(grants)).rows).toEqual([]);
  });

  it('end even when there are more than one page of them', async () => {
    await add('vic');
    await Promise.all(
      Array.from({ length: 250 }, (_, at) =>
        world().records.insert(grants, {
          project_owner: 'ann',
          project_name: `site-${at}`,
          username: 'vic',
          created_at: '',
        }),
      ),
    );
    await deleteUser(world(), 'vic', 'admin');
    expect((await world().records.list(grants)).rows).toEqual([]);
  });
});
