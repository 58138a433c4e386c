import { describe, expect, it } from 'vitest';
import { raiseAlert } from '#core/analysis/base/raise-alert.ts';
import { ownerOf } from '#core/analysis/people/user-tokens.ts';
import { devices } from '#core/analysis/base/tables/alert-tables.ts';
import { handler as revive } from '#functions/analysis/revive.ts';
import { addUser, asAdmin, bearer } from '#test/support/actors.ts';
import { openAlertWorld } from '#test/support/analysis/alert-world.ts';
import { addJob } from '#test/support/analysis/analysis-jobs.ts';
import { eachTest } from '#test/support/each-test.ts';
import { homes } from '#test/support/homes.ts';

/** Retries on AWS wait in real time. */
const link = 'https://lantern.example.test/results/job_1';

describe.each(homes())('alerts on $name', ({ home }) => {
  const world = eachTest(() => openAlertWorld(home));
  const raise = (subject: string, reason = 'it broke') =>
    raiseAlert(world().platform, { event: 'dead_letter', subject, reason, path: '/results/job_1' });
  const subscribe = (headers: Record<string, string>, name = '1') => {
    const { subscription } = world().pushes;
    const body = { ...subscription, endpoint: `${subscription.endpoint}-${name}` };
    const path = '/api/notifications/subscribe';
    return world().send({ method: 'POST', path, headers, body });
  };
  const pushed = () => world().pushes.received.map(({ text }) => JSON.parse(text) as object);

  describe('an alert', () => {
    it('goes to chat, mail and the browsers of administrators, once each', async () => {
      const keys = await Promise.all(
        ['ada', 'bob', 'uma'].map((name) =>
          addUser(world(), name, name === 'uma' ? 'user' : 'admin'),
        ),
      );
      for (const [at, key] of keys.entries()) await subscribe(bearer(key), `key-${at}`);
      await subscribe(asAdmin, 'boss');
      await subscribe({ cookie: 'app_username=ada' }, 'impostor');
      const path = '/api/admin/users/bob/role';
      await world().send({ method: 'PUT', path, headers: asAdmin, body: { role: 'user' } });
      await Promise.all(['a', 'a', 'a'].map((subject) => raise(subject)));
      await expect.poll(() => world().pushes.received.length).toBe(2);
      await expect.poll(() => world().chat.texts).toHaveLength(1);
      await expect.poll(() => world().mailServer.letters).toHaveLength(1);
      expect(world().chat.texts).toEqual([`[Lantern] dead_letter: it broke\n${link}`]);
      const [letter] = world().mailServer.letters;
      expect(letter).toMatchObject({ from: 'lantern@example.test', to: ['ops@example.test'] });
      expect(letter?.secure).toBe(true);
      expect(letter?.data).toContain('Subject: [Lantern] dead_letter\r\n');
      expect(letter?.data).toContain(`it broke\r\n\r\n${link}`);
      const push = { title: '[Lantern] dead_letter', body: 'it broke', url: '/results/job_1' };
      expect(pushed()).toEqual([push, push]);
      expect([...world().pushes.requests].sort()).toEqual(
        ['boss', 'key-0'].map((name) => `POST /push/secret-capability-${name}`),
      );
    });

    it('of one event is sent once in 300 seconds, by whichever process (R2)', async () => {
      await Promise.all(Array.from({ length: 12 }, (_, at) => raise(`first-${at}`)));
      const heldBack = () =>
        world().logs.filter(({ message }) => String(message).includes('held back')).length;
      await expect.poll(heldBack).toBe(11);
      await world().clock.advance(299_000);
      await raise('late');
      await expect.poll(heldBack).toBe(12);
      await world().clock.advance(1_000);
      await raise('next');
      await expect.poll(() => world().chat.texts).toHaveLength(2);
    });

    it('has any reason, JSON or half of it too', async () => {
      await raise('json', '{ half of it');
      await expect.poll(() => world().chat.texts).toHaveLength(1);
      expect(world().chat.texts).toEqual([`[Lantern] dead_letter: { half of it\n${link}`]);
    });

    it('carries no secrets and calls nobody out (S10)', async () => {
      const token = `ghp_${'a1'.repeat(18)}`;
      await raise('secret', `the password-of-the-mail, ${token}\n<!channel> @here & more`);
      await expect
        .poll(() => world().chat.texts)
        .toEqual([
          `[Lantern] dead_letter: the ***, *** &lt;!channel&gt; @\u200bhere &amp; more\n${link}`,
        ]);
      await expect.poll(() => world().mailServer.letters).toHaveLength(1);
      expect(world().mailServer.letters[0]?.data).not.toContain(token);
    });
  });

  it('an analysis that fails for an internal reason is an alert, another is none', async () => {
    const lost = {
      status: 'running',
      revivals: 3,
      created_at: '2026-03-01T11:00:00.000Z',
    } as const;
    const context = { lantern: { platform: world().platform } };
    await addJob(world().platform, { id: 'job_1', ...lost });
    await addJob(world().platform, { id: 'job_2', ...lost });
    const cancelled = await world().send({ method: 'POST', path: '/results/job_2/cancel' });
    expect(cancelled.status).toBe(202);
    await revive({}, context);
    await expect
      .poll(() => world().chat.texts)
      .toEqual([`[Lantern] job_failed: The analysis was interrupted again and again\n${link}`]);
  });

  it('a mention is pushed to the browsers of the mentioned, with a link', async () => {
    await addJob(world().platform, { id: 'job_1' });
    const as = (name: string) => ({ cookie: `app_username=${name}` });
    for (const name of ['Uma', 'vic', 'wim']) await subscribe(as(name), name);
    const body = { test_name: 'login', comment: 'Look at this, @uma, @vic and @ghost' };
    const path = '/results/job_1/comments';
    const reply = await world().send({ method: 'POST', path, headers: as('vic'), body });
    const { id } = reply.json() as { id: number };
    await expect
      .poll(() => pushed())
      .toEqual([
        {
          title: 'vic mentioned you',
          body: 'login: Look at this, @uma, @vic and @ghost',
          url: `/results/job_1#c${id}`,
        },
      ]);
    expect(world().pushes.requests).toEqual(['POST /push/secret-capability-Uma']);
  });

  describe('a browser', () => {
    const count = async (owner: string) => {
      const query = { index: 'by_owner', where: { owner } };
      return (await world().platform.records.list(devices, query)).rows.length;
    };
    const uma = { cookie: 'app_username=uma' };

    it('gets the public key, and at most ten of one user stay', async () => {
      const reply = await world().send({ path: '/api/notifications/vapid-public-key' });
      const public_key = await world().platform.push.publicKey();
      expect([reply.status, reply.json()]).toEqual([200, { public_key }]);
      for (let at = 0; at < 12; at += 1) {
        await world().clock.advance(1_000);
        expect((await subscribe(uma, String(at))).json()).toEqual({ status: 'ok' });
      }
      expect(await count('name:uma')).toBe(10);
      const { endpoint } = world().pushes.subscription;
      const unsubscribe = async (name: string, headers: Record<string, string>) => {
        const body = { endpoint: `${endpoint}-${name}` };
        const path = '/api/notifications/unsubscribe';
        return (await world().send({ method: 'POST', path, headers, body })).json();
      };
      expect(await unsubscribe('0', uma)).toEqual({ removed: false });
      expect(await unsubscribe('11', { cookie: 'app_username=vic' })).toEqual({ removed: false });
      expect(await unsubscribe('11', uma)).toEqual({ removed: true });
      expect(await count('name:uma')).toBe(9);
    });

    it('of a removed user is forgotten, and belongs to one user at a time', async () => {
      const key = await addUser(world(), 'zoe');
      await subscribe(bearer(key), 'shared');
      await subscribe(bearer(key), 'own');
      await subscribe(uma, 'shared');
      const { rows } = await world().platform.records.list(devices, {
        ...{ index: 'by_name', where: { name: 'zoe' } },
      });
      expect(rows).toHaveLength(1);
      const path = '/api/admin/users/zoe';
      await world().send({ method: 'DELETE', path, headers: asAdmin });
      expect(await count(rows[0]?.owner ?? '')).toBe(0);
      const caller = { username: 'uma', role: 'user', isAdmin: false, via: 'name' } as const;
      expect(await count(ownerOf(caller))).toBe(1);
    });
  });
});
