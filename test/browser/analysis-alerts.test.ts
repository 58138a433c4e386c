import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addUser, sessionOf } from '#test/support/actors.ts';
import { openAlertWorld, type AlertWorld } from '#test/support/analysis/alert-world.ts';
import { wholeChromePath } from '#test/support/browser/browser.ts';
import { watchedPage } from '#test/support/browser/watched-page.ts';
import { onLocal } from '#test/support/world.ts';

/**
 * Chromium's own push service is a server of its maker: the subscription is that of our fake. Like
 * Chromium it subscribes only for a worker that is active.
 */
function subscribeAtFake(subscription: { endpoint: string; keys: object }) {
  const store = sessionStorage;
  const made = { ...subscription, toJSON: () => subscription, unsubscribe: forget };
  const read = () => Promise.resolve(store.getItem('subscribed') === null ? null : made);
  function forget() {
    store.removeItem('subscribed');
    return Promise.resolve(true);
  }
  Object.assign(PushManager.prototype, {
    getSubscription: read,
    async subscribe(options: { userVisibleOnly: boolean; applicationServerKey: string }) {
      const registration = await navigator.serviceWorker.getRegistration('/alerts/');
      if (registration?.active?.state !== 'activated') throw new Error('no active Service Worker');
      store.setItem('subscribed', options.applicationServerKey);
      return read();
    },
  });
}

interface WorkerScope {
  registration: ServiceWorkerRegistration;
  clients: { openWindow: unknown };
  shown: string[];
}

/**
 * Keeps what the worker had shown. `getNotifications` cannot be asked: while one is being put on
 * the screen, it makes Chromium forget all of them.
 */
function recordShown() {
  const scope = self as unknown as WorkerScope;
  const { registration } = scope;
  const show = registration.showNotification.bind(registration);
  scope.shown = [];
  registration.showNotification = async (title, options) => {
    await show(title, options);
    scope.shown.push(`${title}: ${options?.body}`);
  };
}

describe.runIf(wholeChromePath)('alerts in a browser', () => {
  let world: AlertWorld;
  let cookie: string;
  beforeAll(async () => {
    world = await openAlertWorld(onLocal);
    const key = await addUser(world, 'ada', 'admin');
    ({ cookie } = await sessionOf(world, 'ada', key));
  });
  afterAll(() => world?.close());

  async function open(options: object = {}) {
    const watched = await watchedPage(options, wholeChromePath);
    const context = watched.page.context();
    const [name = '', value = ''] = cookie.split('=');
    await context.addCookies([{ name, value, url: world.url }]);
    await context.grantPermissions(['notifications'], { origin: world.url });
    await context.addInitScript(subscribeAtFake, world.pushes.subscription);
    return { ...watched, context };
  }

  /** Gives the message to the worker, as the browser's push service does. */
  async function deliver(page: Page, context: BrowserContext, data: string) {
    const session = await context.newCDPSession(page);
    const registered = new Promise<string>((resolve) => {
      session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const found = registrations.find(({ isDeleted }) => !isDeleted);
        if (found) resolve(found.registrationId);
      });
    });
    await session.send('ServiceWorker.enable');
    const registrationId = await registered;
    await session.send('ServiceWorker.deliverPushMessage', {
      ...{ origin: world.url, registrationId, data },
    });
  }

  it('a browser subscribes, gets a test, shows it, opens its page, and unsubscribes', async () => {
    const { page, context, problems } = await open();
    await page.goto(`${world.url}/alerts`);
    await page.getByText('This browser is not subscribed.').waitFor();
    await page.getByRole('button', { name: 'Subscribe this browser', exact: true }).click();
    await page.getByText('This browser is subscribed.').waitFor();
    const key = await page.evaluate(() => sessionStorage.getItem('subscribed'));
    expect(key).toBe(await world.platform.push.publicKey());
    expect(await page.getByRole('rowheader').first().textContent()).toBe('Chrome on Linux');

    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText('A test was sent: Chat, E-mail, Your browsers.').waitFor();
    const [pushed] = world.pushes.received;
    const [worker] = context.serviceWorkers();
    await worker?.evaluate(recordShown);
    const shown = () => worker?.evaluate(() => (self as unknown as WorkerScope).shown);
    await deliver(page, context, pushed?.text ?? '');
    const test = '[Lantern] test: ada sent this test. Alerts look like this.';
    await expect.poll(shown).toEqual([test]);
    await deliver(page, context, 'no JSON');
    await expect.poll(shown).toEqual([test, 'Lantern: ']);

    const opened = await worker?.evaluate(() => {
      const scope = self as unknown as WorkerScope;
      const urls: string[] = [];
      scope.clients.openWindow = (url: string) => Promise.resolve(urls.push(url));
      for (const data of ['/results/job_1#c2', 'https://elsewhere.example/']) {
        const notification = { close: () => urls.push('closed'), data };
        const click = Object.assign(new Event('notificationclick'), {
          ...{ notification, waitUntil: () => {} },
        });
        dispatchEvent(click);
      }
      return urls;
    });
    expect(opened).toEqual(['closed', `${world.url}/results/job_1#c2`, 'closed', '/alerts']);

    await page.getByRole('button', { name: 'Unsubscribe this browser' }).click();
    await page.getByText('This browser is not subscribed.').waitFor();
    await page.getByText('No browsers yet').waitFor();
    expect(problems).toEqual([]);
  });
});
