import { beforeEach, describe, expect, it } from 'vitest';
import webPushLibrary from 'web-push';
import { netFetch } from '#core/platform/adapters/net/fetch/fetch.ts';
import { webPush } from '#core/platform/adapters/net/push/push.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import type { Secrets } from '#core/platform/ports/secrets.ts';
import { testCertificate } from '#test/support/http/certificate.ts';
import { expectFailure } from '#test/support/expect-failure.ts';
import { pushService, type PushService } from '#test/support/alerts/push-service.ts';

const certificate = testCertificate();
const clock = { now: () => new Date(), sleep: async () => {} };
const keys = webPushLibrary.generateVAPIDKeys();
const configured = { VAPID_PUBLIC_KEY: keys.publicKey, VAPID_PRIVATE_KEY: keys.privateKey };
let service: PushService;
let expectedKey = '';

function memorySecrets(): Secrets & { kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    read: async () => undefined,
    async keep(name, make) {
      if (!kept.has(name)) kept.set(name, make());
      return kept.get(name) ?? '';
    },
  };
}

function push(
  environment: Environment = configured,
  secrets = memorySecrets(),
  allowPrivate = true,
) {
  const fetch = netFetch({ allowPrivate, clock, log: () => {}, certificates: certificate.ca });
  return webPush({ environment, secrets, fetch });
}

beforeEach(async () => {
  expectedKey = keys.publicKey;
  service = await pushService(certificate, () => expectedKey);
});

describe('push', () => {
  it.each(['x', 'grüße 🎉', JSON.stringify({ event: 'job_failed' }), 'y'.repeat(3_993)])(
    'a browser reads what was sent (%#)',
    async (payload) => {
      const environment = { ...configured, VAPID_CLAIM_EMAIL: 'admin@example.test' };
      expect(await push(environment).send(service.subscription, payload)).toBe('delivered');
      expect(service.received).toEqual([
        { text: payload, ttl: 86_400, subject: 'mailto:admin@example.test' },
      ]);
    },
  );

  it.each([
    ['none', {}],
    ['the public one alone', { VAPID_PUBLIC_KEY: keys.publicKey }],
    ['the private one alone', { VAPID_PRIVATE_KEY: keys.privateKey }],
  ])('with %s configured, a pair is made once and kept', async (_case, environment) => {
    const secrets = memorySecrets();
    await push(environment, secrets)
      .send(service.subscription, 'x')
      .catch(() => {});
    const kept = [...secrets.kept.values()];
    expectedKey = (JSON.parse(kept[0] ?? '{}') as { publicKey: string }).publicKey;
    expect(expectedKey).not.toBe(keys.publicKey);
    expect(await push(environment, secrets).send(service.subscription, 'x')).toBe('delivered');
    expect([...secrets.kept.values()]).toEqual(kept);
  });

  it.each([404, 410])('%i means gone', async (status) => {
    service.refuseWith = [status];
    expect(await push().send(service.subscription, 'x')).toBe('gone');
  });

  it.each([400, 401, 403, 413, 429, 302])('%i is an upstream failure', async (status) => {
    service.refuseWith = [status];
    const failure = await expectFailure(push().send(service.subscription, 'x'), 'upstream');
    expect(failure.message).toContain(String(status));
    expect(failure.message).not.toContain('secret-capability');
  });

  it.each(['', 'z'.repeat(3_994), 'ü'.repeat(1_997)])(
    'a payload of unfit size (%#)',
    async (text) => {
      await expectFailure(push().send(service.subscription, text), 'too-large', 'push_too_large');
      expect(service.requests).toEqual([]);
    },
  );

  it.each([
    ['plain http', { endpoint: 'http://push.example.test/x' }],
    ['a file', { endpoint: 'file:///etc/passwd' }],
    ['no URL', { endpoint: 'push' }],
    ['a short key', { keys: { p256dh: 'AAAA', auth: 'AAAAAAAAAAAAAAAAAAAAAA' } }],
    [
      'a point off the curve',
      {
        keys: { p256dh: Buffer.alloc(65, 4).toString('base64url'), auth: 'AAAAAAAAAAAAAAAAAAAAAA' },
      },
    ],
    ['no keys', { keys: { p256dh: '', auth: '' } }],
  ])('a subscription with %s', async (_case, changes) => {
    const subscription = { ...service.subscription, ...changes };
    await expectFailure(push().send(subscription, 'x'), 'invalid', 'bad_subscription');
    expect(service.requests).toEqual([]);
  });

  it('an endpoint in a private network is refused (S4)', async () => {
    const guarded = push(configured, memorySecrets(), false);
    await expectFailure(guarded.send(service.subscription, 'x'), 'invalid', 'private_address');
    expect(service.requests).toEqual([]);
  });

  it.each([
    { VAPID_PUBLIC_KEY: 'short', VAPID_PRIVATE_KEY: keys.privateKey },
    { VAPID_PUBLIC_KEY: keys.publicKey, VAPID_PRIVATE_KEY: `${keys.privateKey}=` },
  ])('keys that are none are a matter of configuration (%#)', async (environment) => {
    const failing = push(environment).send(service.subscription, 'x');
    await expectFailure(failing, 'configuration', 'bad_vapid_keys');
  });
});
