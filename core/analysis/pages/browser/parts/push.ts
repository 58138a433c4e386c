import { define } from '#core/web/elements/element.ts';
import { prefix } from '#core/web/elements/prefix.ts';

const script = `${prefix}/alerts/worker.js`;

interface Policy {
  createScriptURL(url: string): string;
}
declare const trustedTypes: { createPolicy(name: string, rules: Policy): Policy } | undefined;

/** The policy of the page lets no other script become a worker. */
const rules: Policy = {
  createScriptURL(url) {
    if (url !== script) throw new Error('not the service worker');
    return url;
  },
};

// Subscribes this browser to web push, and says what keeps it from that.
define('lantern-push', (host, signal) => {
  const state = host.querySelector<HTMLElement>('[data-state]');
  const on = host.querySelector<HTMLButtonElement>('[data-subscribe]');
  const off = host.querySelector<HTMLButtonElement>('[data-unsubscribe]');
  if (!state || !on || !off) return;

  const say = (text: string) => (state.textContent = text);
  on.addEventListener('click', () => void attempt(on, subscribe), { signal });
  off.addEventListener('click', () => void attempt(off, unsubscribe), { signal });
  void show();

  async function show() {
    if (!on || !off) return;
    if (!('serviceWorker' in navigator) || !('PushManager' in window)) {
      say(
        isSecureContext
          ? 'This browser does not support web push.'
          : 'Web push needs an address with https://, or localhost.',
      );
      return;
    }
    const subscription = await current();
    const isKnown = subscription !== null && (await isListed(subscription.endpoint));
    on.hidden = isKnown || Notification.permission === 'denied';
    off.hidden = !isKnown;
    if (isKnown) say('This browser is subscribed.');
    else if (Notification.permission === 'denied') {
      say('This browser blocks notifications from this site. Allow them in its settings first.');
    } else say('This browser is not subscribed.');
  }

  async function attempt(button: HTMLButtonElement, work: () => Promise<string>) {
    button.disabled = true;
    try {
      const problem = await work();
      if (problem === '') location.reload();
      else say(problem);
    } catch (error) {
      say(`The browser could not reach its push service: ${(error as Error).message}`);
    } finally {
      button.disabled = false;
    }
  }
});

async function current(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration(`${prefix}/alerts/`);
  return registration ? registration.pushManager.getSubscription() : null;
}

/** Whether the table below has it: it may have been removed, or belong to another user. */
async function isListed(endpoint: string): Promise<boolean> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint));
  const id = [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return document.querySelector(`tr[data-key="${id}"]`) !== null;
}

/** Gives the problem, or nothing. */
async function subscribe(): Promise<string> {
  if ((await Notification.requestPermission()) !== 'granted') {
    return 'You did not allow notifications from this site. Allow them, then try again.';
  }
  const policy = 'trustedTypes' in window ? createPolicy() : rules;
  const { pushManager } = await registered(policy.createScriptURL(script));
  const reply = await fetch(`${prefix}/api/notifications/vapid-public-key`);
  const { public_key } = (await reply.json()) as { public_key: string };
  // A subscription with an older key of the server receives nothing.
  await (await pushManager.getSubscription())?.unsubscribe();
  const options = { userVisibleOnly: true, applicationServerKey: public_key };
  return post('subscribe', (await pushManager.subscribe(options)).toJSON());
}

let policy: Policy | undefined;

function createPolicy(): Policy {
  policy ??= trustedTypes?.createPolicy('lantern-worker', rules) ?? rules;
  return policy;
}

async function registered(url: string): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.register(url);
  const worker = registration.active ?? registration.waiting ?? registration.installing;
  // A worker that is installed and not active yet gets no message, and cannot subscribe.
  while (worker && worker.state !== 'activated' && worker.state !== 'redundant') {
    await new Promise((resolve) => worker.addEventListener('statechange', resolve, { once: true }));
  }
  return registration;
}

async function unsubscribe(): Promise<string> {
  const subscription = await current();
  if (!subscription) return '';
  const problem = await post('unsubscribe', { endpoint: subscription.endpoint });
  if (problem === '') await subscription.unsubscribe();
  return problem;
}

async function post(action: string, body: object): Promise<string> {
  const reply = await fetch(`${prefix}/api/notifications/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (reply.ok) return '';
  const { detail } = (await reply.json()) as { detail?: string };
  return detail ?? `The server answered ${reply.status}.`;
}
