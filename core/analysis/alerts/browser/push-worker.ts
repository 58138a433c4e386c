// The service worker: shows pushed messages, and opens their page.

interface Push extends Event {
  readonly data: { json(): unknown } | null;
  waitUntil(done: Promise<unknown>): void;
}
interface Click extends Event {
  readonly notification: Notification;
  waitUntil(done: Promise<unknown>): void;
}
interface Worker {
  addEventListener(type: 'push', listener: (event: Push) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: Click) => void): void;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: { openWindow(url: string): Promise<unknown> };
}

const worker = self as unknown as Worker;
/** The path of the service, where another one is in front of it. */
const prefix = location.pathname.replace(/\/alerts\/[^/]*$/, '');

worker.addEventListener('push', (event) => {
  const { title, body, url } = read(event);
  const options = { body, tag: `${title} ${url}`, data: url };
  event.waitUntil(worker.registration.showNotification(title, options));
});

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const place = String(event.notification.data);
  const url = new URL(place.startsWith('/') ? `${prefix}${place}` : place, location.origin);
  const isOurs = url.origin === location.origin;
  event.waitUntil(worker.clients.openWindow(isOurs ? url.href : `${prefix}/alerts`));
});

/** A browser requires a notification for each push, also for one that makes no sense. */
function read({ data }: Push) {
  const message = { title: 'Lantern', body: '', url: '' };
  try {
    Object.assign(message, data?.json());
  } catch {
    // Not ours.
  }
  return {
    title: String(message.title),
    body: String(message.body),
    url: message.url || '/alerts',
  };
}

export {};
