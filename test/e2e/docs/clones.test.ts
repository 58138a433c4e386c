import { describe, expect, it } from 'vitest';
import { addUser, asAdmin, bearer } from '#test/support/actors.ts';
import { openDocsWorld, rules } from '#test/support/docs/docs-world.ts';
import { eachTest } from '#test/support/each-test.ts';
import { homes } from '#test/support/homes.ts';

const token = 'Zq9-known-to-the-operator';
const files = { 'README.md': '# Sample\n' };

/** Who may clone what with the logins of the service. */
describe.each(homes())('clones on $name', ({ home }) => {
  describe.each([
    [undefined, 'ready', /^Clone failed: .*only administrators.*GIT_TOKENS_FOR=users/],
    ['users', 'ready', 'ready'],
  ])('private repositories, GIT_TOKENS_FOR %s', (group, forAdmin, forUser) => {
    const world = eachTest(() =>
      openDocsWorld(home, {
        GIT_TOKENS: `127.0.0.1=oauth2:${token}`,
        ...(group && { GIT_TOKENS_FOR: group }),
      }),
    );

    it.each([
      ['admin', forAdmin],
      ['uma', forUser],
    ])('as %s', async (owner, outcome) => {
      const headers = owner === 'admin' ? asAdmin : bearer(await addUser(world(), owner));
      world().commit(files);
      world().say(...rules(1));
      world().server.behaviour = { token };
      await world().post({ repo_url: world().url }, headers);
      const { status, error_message } = await world().ended('sample', owner);
      expect(error_message ?? status).toMatch(outcome);
      const sent = world().server.authorizations.filter(Boolean);
      expect(sent.length > 0).toBe(outcome === 'ready');
      const kept = [await world().ended('sample', owner), await world().history()];
      const told = JSON.stringify([kept, world().logs, world().calls()]);
      expect(told).not.toContain(token);
      expect(told).not.toContain(Buffer.from(`oauth2:${token}`).toString('base64'));
    });
  });

  describe.each([
    [undefined, 202],
    ['admins', 403],
  ])('ssh repositories, SSH_CLONES %s', (group, forUser) => {
    const world = eachTest(() =>
      openDocsWorld(home, { PATH: '/nowhere', ...(group && { SSH_CLONES: group }) }),
    );

    it.each(['git@127.0.0.1:team/sample.git', 'SSH://git@127.0.0.1/sample'])('%s', async (url) => {
      const key = await addUser(world(), 'uma');
      world().say(...rules(1));
      const asUser = await world().post({ repo_url: url }, bearer(key));
      expect(asUser.status).toBe(forUser);
      if (forUser === 403) {
        expect(asUser.json()).toEqual({
          detail:
            'Only administrators may clone over ssh here: give the https URL of the repository',
        });
      } else await world().ended('sample', 'uma');
      expect((await world().post({ repo_url: url })).status).toBe(202);
      await world().ended();
    });
  });
});
