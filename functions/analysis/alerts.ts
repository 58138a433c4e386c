import * as z from 'zod/mini';
import { pushWorker } from '#core/analysis/alerts/push-worker.ts';
import { endpointBody, subscriptionBody } from '#core/analysis/alerts/subscription.ts';
import { bytes, json } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';
import { form, page } from './page.ts';

export const show = page({
  summary: 'Show your mentions, your browsers, and the alert channels',
  access: 'visitor',
  query: z.object({ tested: z.optional(z.string().check(z.maxLength(100))) }),
  async show({ platform, query, frame }) {
    const { showAlerts } = await import('#core/analysis/pages/alerts/alerts-page.ts');
    return showAlerts(platform, frame, query);
  },
});

export const submit = form({
  summary: 'Mark mentions as read, remove a browser, or send a test alert to each channel',
  access: 'namedWriter',
  replies: {
    200: { description: 'Done' },
    400: { description: 'Nothing to do, or no channel is configured' },
    401: { description: 'You have no username' },
    502: { description: 'A channel did not accept the test' },
  },
  async act({ platform, caller, body }) {
    const { actOnAlerts } = await import('#core/analysis/pages/alerts/alerts-page.ts');
    const { data, path } = await actOnAlerts(platform, caller, body);
    return { status: 200, data, page: { path } };
  },
  async again({ platform, caller, body, frame }, { message }) {
    if (body['task'] !== 'test' || !caller.isAdmin) return undefined;
    const { showAlerts } = await import('#core/analysis/pages/alerts/alerts-page.ts');
    return showAlerts(platform, frame, { error: message });
  },
});

export const worker = endpoint({
  summary: 'Get the service worker that shows notifications; its scope is /alerts/',
  access: 'public',
  replies: { 200: { description: 'The script', type: 'text/javascript' } },
  async run({ platform }) {
    const { type, body } = await pushWorker(platform);
    const headers = { 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' };
    return bytes(type, body, { headers });
  },
});

export const publicKey = endpoint({
  summary: 'Get the public key for web push subscriptions',
  access: 'public',
  replies: {
    200: { description: 'The key, in base64url', schema: z.object({ public_key: z.string() }) },
  },
  run: async ({ platform }) => json(200, { public_key: await platform.push.publicKey() }),
});

export const addDevice = endpoint({
  summary: 'Subscribe a browser to your mentions and, for administrators, to alerts',
  access: 'namedWriter',
  body: subscriptionBody,
  replies: {
    200: { description: 'Subscribed', schema: z.object({ status: z.literal('ok') }) },
    400: {
      description: 'The endpoint is not https or has a private address, or the keys are invalid',
    },
    401: { description: 'You have no username' },
  },
  async run({ platform, request, caller, body }) {
    const { subscribe } = await import('#core/analysis/alerts/devices.ts');
    await subscribe(platform, caller, body, request.headers['user-agent'] ?? '');
    return json(200, { status: 'ok' });
  },
});

export const removeDevice = endpoint({
  summary: 'Unsubscribe one of your browsers',
  access: 'namedWriter',
  body: endpointBody,
  replies: {
    200: {
      description: 'Whether the browser was subscribed',
      schema: z.object({ removed: z.boolean() }),
    },
    401: { description: 'You have no username' },
  },
  async run({ platform, caller, body }) {
    const { idOf, unsubscribe } = await import('#core/analysis/alerts/devices.ts');
    return json(200, { removed: await unsubscribe(platform, caller, idOf(body.endpoint)) });
  },
});
