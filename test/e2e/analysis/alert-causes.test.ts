import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { raiseAlert } from '#core/analysis/base/raise-alert.ts';
import { devices, lastAlerts } from '#core/analysis/base/tables/alert-tables.ts';
import { startQueue } from '#core/analysis/jobs/job-queues.ts';
import { listDeadLetters } from '#core/jobs/dead-letter.ts';
import { addUser, asAdmin, bearer } from '#test/support/actors.ts';
import { openAlertWorld } from '#test/support/analysis/alert-world.ts';
import { addJob } from '#test/support/analysis/analysis-jobs.ts';
import { eachTest } from '#test/support/each-test.ts';
import { browserKeys } from '#test/support/alerts/push-service.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { onLocal, onLocalIn, openWorld } from '#test/support/world.ts';
import { analysisRun } from '#core/analysis/jobs/analysis-run.ts';

describe('what alerts are about', () => {
  const world = eachTest(() => openAlertWorld(onLocal));

  /** Waits while time passes, so that retries come. */
  const eventually = (read: () => unknown) =>
    expect.poll(async () => {
      await world().clock.advance(1_000);
      return read();
    });

  it('a step that fails at each try is a failed job and a dead letter, named in the log', async () => {
    await addJob(world().platform, {
      id: 'job_1',
      kind: 'direct',
      status: 'pending',
      lease_until: '2027',
    });
    world().platform.blobs.get = () => Promise.reject(new Error('the disk is gone'));
    await world().platform.queue.send(startQueue, JSON.stringify({ run: 'job_1' }));
    await eventually(() => world().chat.texts.length).toBe(2);
    const link = 'https://lantern.example.test/results/job_1';
    expect([...world().chat.texts].sort()).toEqual([
      expect.stringMatching(
        new RegExp(
          `^\\[Lantern\\] dead_letter: Dead letter in analysis-start: Error: the disk is gone\n${link}$`,
        ),
      ),
      `[Lantern] job_failed: Internal error, see the log\n${link}`,
    ]);
    const ofJob = world().logs.filter(({ queue }) => queue === startQueue);
    expect(ofJob.map(({ message }) => message)).toEqual([
      ...['job will be tried again', 'job will be tried again', 'job gave up'],
    ]);
    for (const line of ofJob) expect(line).toMatchObject({ job_id: 'job_1' });
  });

  it('an alert that was queued before its job ended waits for the end (R1)', async () => {
    const { platform } = world();
    await addJob(platform, { id: 'job_1', status: 'running', lease_until: '2027' });
    await addJob(platform, { id: 'job_2', status: 'completed' });
    for (const subject of ['job_1', 'job_2']) {
      await raiseAlert(platform, {
        ...{ event: 'job_failed', subject, reason: 'Analysis cancelled by uma', path: '' },
      });
    }
    await eventually(async () => (await platform.queue.depth('analysis-alert')).delayed).toBe(1);
    expect(world().chat.attempts()).toBe(0);
    const headers = { cookie: 'app_username=uma' };
    await world().send({ method: 'POST', path: '/results/job_1/cancel', headers });
    await eventually(() => world().chat.texts).toEqual([
      '[Lantern] job_failed: Analysis cancelled by uma',
    ]);
  });

  it('a model that says no is none', async () => {
    const { platform } = world();
    const job = await addJob(platform, { id: 'job_1', status: 'running', lease_until: '2027' });
    await analysisRun.fail(platform, { ...job, version: 1 }, 'Not logged in', 'refused');
    expect(await platform.queue.depth('analysis-alert')).toMatchObject({ waiting: 0, inFlight: 0 });
  });

  it('more than half of ten requests in five minutes', async () => {
    const broken = { method: 'POST', path: '/api/auth/login', headers: {} };
    const records = { ...world().platform.records };
    const fail = async () => {
      world().platform.records.get = () => Promise.reject(new Error('the disk is gone'));
      const reply = await world().send({ ...broken, body: { username: 'a', api_key: 'b' } });
      Object.assign(world().platform.records, records);
      expect(reply.status).toBe(500);
    };
    for (let at = 0; at < 5; at += 1) await world().send({ path: '/health' });
    for (let at = 0; at < 5; at += 1) await fail();
    expect(await records.get(lastAlerts, { event: 'high_error_rate' })).toBeUndefined();
    await fail();
    await fail();
    await eventually(() => world().chat.texts).toEqual([
      '[Lantern] high_error_rate: 6 of 11 requests failed in 5 minutes',
    ]);
  });

  describe('a channel', () => {
    const raise = (subject = 'a') =>
      raiseAlert(world().platform, { event: 'dead_letter', subject, reason: 'it broke', path: '' });
    const letters = () => listDeadLetters(world().platform, 'analysis-alert');
    const warnings = () =>
      world().logs.flatMap(({ message, error }) =>
        message === 'a message was not delivered' ? [error] : [],
      );

    it('that fails is tried again, and holds no other back', async () => {
      world().chat.answers = [500, 429, 'closed'];
      world().mailServer.behaviour.offersTls = false;
      const reply = await world().send({ path: '/health' });
      expect(reply.status).toBe(200);
      await raise();
      await eventually(() => world().chat.texts.length).toBe(1);
      world().mailServer.behaviour.offersTls = true;
      await eventually(() => world().mailServer.letters.length).toBe(1);
      expect(world().mailServer.plainText()).not.toContain('AUTH');
      expect((await letters()).rows).toEqual([]);
    });

    it.each([
      ['is refused', 404, 'answered 404'],
      ['redirects to a private address (S4)', { location: 'http://169.254.169.254/' }, '302'],
    ])('that %s is left, and named in the log without its key (S10)', async (_, answer, text) => {
      world().chat.answers = [answer];
      await raise();
      await eventually(() => warnings()).toEqual([expect.stringContaining(text)]);
      expect(JSON.stringify(world().logs)).not.toContain('key-of-the-webhook');
      expect(world().chat.attempts()).toBe(1);
    });

    it.each([
      ['gone', [410], 0, 0],
      ['too large', [413], 1, 0],
      ['busy, then free', [429, 503, 503, 503], 1, 1],
    ])('of a browser that is %s: %j', async (_, statuses, left, received) => {
      const { subscription } = world().pushes;
      const headers = bearer(await addUser(world(), 'ada', 'admin'));
      const path = '/api/notifications/subscribe';
      await world().send({ method: 'POST', path, headers, body: subscription });
      world().pushes.refuseWith = [...statuses];
      await raise();
      await eventually(() => world().pushes.received.length).toBe(received);
      await eventually(async () => {
        const { inFlight, waiting, delayed } = await world().platform.queue.depth('analysis-alert');
        return inFlight + waiting + delayed;
      }).toBe(0);
      expect(world().pushes.refuseWith).toEqual([]);
      const { rows } = await world().platform.records.list(devices, {
        ...{ index: 'by_name', where: { name: 'ada' } },
      });
      expect(rows).toHaveLength(left);
    });
  });

  describe('the test of an administrator', () => {
    const html = { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' };
    const test = (headers: object = asAdmin) =>
      world().send({
        ...{ method: 'POST', path: '/alerts', body: 'task=test' },
        headers: { ...html, ...headers },
      });

    it('says which channel fails and why, without its key (S10)', async () => {
      world().chat.answers = [404];
      world().mailServer.behaviour.offersTls = false;
      const reply = await test();
      expect(reply.status).toBe(502);
      expect(reply.text).toMatch(/Chat: 127\.0\.0\.1:\d+ answered 404\. E-mail: /);
      expect(reply.text).not.toContain('key-of-the-webhook');
    });
  });

  it('mentions are read on the page, and marked as read', async () => {
    await addJob(world().platform, { id: 'job_1' });
    const uma = { cookie: 'app_username=uma' };
    const body = { test_name: 'login', comment: 'For @uma <b>' };
    const read = async () => (await world().send({ path: '/alerts', headers: uma })).text;
    expect(await read()).not.toContain('You have read all of them.');
    await world().send({ method: 'POST', path: '/results/job_1/comments', body });
    expect(await read()).toMatch(/1 unread[^]*results\/job_1#c1[^]*For @uma &#60;b&#62;/);
    await world().send({ method: 'POST', path: '/alerts', headers: uma, body: 'task=read' });
    expect(await read()).toContain('You have read all of them.');
  });

  it.each([
    ['http', { endpoint: 'http://push.example.test/1' }, 422],
    ['an unknown host', { endpoint: 'https://none.invalid/1' }, 400],
    ['a wrong key', { keys: { p256dh: 'AAAA', auth: 'AAAA' } }, 400],
  ])('a subscription with %s is refused', async (_, changes, status) => {
    const body = { ...world().pushes.subscription, ...changes };
    const path = '/api/notifications/subscribe';
    const reply = await world().send({ method: 'POST', path, headers: asAdmin, body });
    expect(reply.status).toBe(status);
  });
});

it.each(['127.0.0.1', '[::ffff:10.0.0.1]', '169.254.169.254', '2130706433', 'localhost'])(
  'a subscription at %s is refused (S4)',
  async (host) => {
    const folder = await temporaryFolder();
    const world = await openWorld(onLocalIn(folder.path), 'analysis');
    const body = { endpoint: `https://${host}/push`, keys: browserKeys() };
    const path = '/api/notifications/subscribe';
    const reply = await world.send({ method: 'POST', path, headers: asAdmin, body });
    expect([reply.status, reply.json()]).toEqual([
      400,
      { detail: expect.stringContaining('private network') as string },
    ]);
    const { mode } = statSync(join(folder.path, 'secrets', 'vapid-keys.secret'));
    expect(mode & 0o777).toBe(0o600);
    await world.close();
    await folder.remove();
  },
);
