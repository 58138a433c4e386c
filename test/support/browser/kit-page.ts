import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import type { Html } from '#core/web/html.ts';
import { page as wholePage } from '#core/web/page.ts';
import { type PageServer, pageServer, type Route } from '#test/support/http/page-server.ts';
import { watchedPage } from './watched-page.ts';

export type KitWorld = ReturnType<typeof kitWorld>;

/** A server for the tests of one element, while the surrounding describe runs. */
export function kitWorld() {
  let server: PageServer;
  beforeAll(async () => {
    server = await pageServer();
  });
  afterAll(() => server?.close());
  return {
    server: () => server,
    /** Shows a body in the real page shell. */
    async show(body: Html | (() => Html), options?: BrowserContextOptions) {
      const { assets, routes, url } = server;
      routes.set('/', () =>
        wholePage({
          title: 'Test',
          heading: 'Test',
          assets,
          body: typeof body === 'function' ? body() : body,
        }),
      );
      const watched = await watchedPage(options);
      await watched.page.goto(`${url}/`);
      return watched;
    },
    route: (path: string, route: Route) => void server.routes.set(path, route),
  };
}

export function jsonReply(status: number, value: unknown) {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(value),
  };
}

/** The page's last announcement to screen readers. */
export function announced(page: Page): Promise<string | null> {
  return page.locator('lantern-toast [data-announcer]').textContent();
}
