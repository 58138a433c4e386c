import { Failure } from '../../../failure.ts';
import type { Environment } from '../../../ports/environment.ts';
import type { Fetch } from '../../../ports/fetch.ts';
import type { Push, PushSubscription } from '../../../ports/systems/push.ts';
import type { Secrets } from '../../../ports/secrets.ts';
import { isBusy } from '../../../retries.ts';
import { readUrl } from '#core/text/url.ts';
import { addressGuard } from '../fetch/addresses.ts';
import { readVapidKeys } from './vapid.ts';

/** A push service accepts at least 4,096 bytes (RFC 8030); encryption takes 103 of them. */
const maxPayloadBytes = 3_993;
const lifetimeSeconds = 24 * 3_600;

/**
 * Web push (RFC 8030, 8291, 8292). The endpoint comes from a browser, so it is not trusted: it is
 * called through Fetch, which refuses private addresses, and only over https.
 */
export function webPush(options: {
  environment: Environment;
  secrets: Secrets;
  fetch: Fetch;
  allowPrivate?: boolean;
}): Push {
  const { environment, secrets, fetch, allowPrivate = false } = options;
  const guard = addressGuard({ allowPrivate });
  const subject = environment['VAPID_CLAIM_EMAIL'] || 'mailto:lantern@localhost.localdomain';

  async function encrypt(subscription: PushSubscription, payload: string) {
    const { default: library } = await import('web-push');
    const keys = await readVapidKeys(environment, secrets);
    try {
      return library.generateRequestDetails(subscription, payload, {
        vapidDetails: {
          subject: /^(mailto:|https:)/.test(subject) ? subject : `mailto:${subject}`,
          ...keys,
        },
        contentEncoding: 'aes128gcm',
        TTL: lifetimeSeconds,
        urgency: 'high',
      });
    } catch (error) {
      throw new Failure('invalid', 'bad_subscription', 'The push subscription is not valid', {
        cause: error,
      });
    }
  }

  return {
    async publicKey() {
      return (await readVapidKeys(environment, secrets)).publicKey;
    },

    async check(subscription) {
      const { hostname } = httpsUrl(subscription.endpoint);
      await encrypt(subscription, 'x');
      await guard.addresses(hostname).catch((error: unknown) => {
        if (error instanceof Failure) throw error;
        const text = `The host of the push endpoint, ${hostname}, was not found`;
        throw new Failure('invalid', 'bad_subscription', text);
      });
    },

    async send(subscription, payload) {
      const { endpoint } = subscription;
      httpsUrl(endpoint);
      if (payload === '' || Buffer.byteLength(payload) > maxPayloadBytes) {
        const text = `A push message must have 1 to ${maxPayloadBytes} bytes`;
        throw new Failure('too-large', 'push_too_large', text);
      }
      const { headers, body } = await encrypt(subscription, payload);
      const reply = await fetch(endpoint, {
        method: 'POST',
        headers: Object.fromEntries(
          Object.entries(headers)
            .filter(([name]) => name.toLowerCase() !== 'content-length')
            .map(([name, value]) => [name, String(value)]),
        ),
        body,
        maxBytes: 64 * 1024,
        retries: 2,
      });
      if (reply.status === 404 || reply.status === 410) return 'gone';
      if (reply.status >= 200 && reply.status < 300) return 'delivered';
      // The endpoint's path is a secret: anyone who has it can push. Name only the host.
      const text = `${new URL(endpoint).host} answered ${reply.status} to a push`;
      throw new Failure('upstream', isBusy(reply.status) ? 'push_busy' : 'push_refused', text);
    },
  };
}

function httpsUrl(endpoint: string): URL {
  const url = readUrl(endpoint);
  if (url?.protocol === 'https:') return url;
  const text = 'A push endpoint must begin with https://';
  throw new Failure('invalid', 'bad_subscription', text);
}
