import type { BrowserContextOptions, Page } from 'playwright-core';
import type { Html } from '#core/web/html.ts';
import { page as wholePage } from '#core/web/page.ts';
import { type PageServer, pageServer, type Route } from '#test/support/http/page-server.ts';
import { watchedPage, type WatchedPage } from './watched-page.ts';

export interface KitWorld {
  readonly server: PageServer;
  /** Shows a body in the real page shell. */
  show(body: Html | (() => Html), options?: BrowserContextOptions): Promise<WatchedPage>;
  route(path: string, route: Route): void;
  readonly close: () => Promise<void>;
}

/** A browser and a server for the tests of one element. */
export async function kitWorld(): Promise<KitWorld> {
  const server = await pageServer();
  return {
    server,
    async show(body, options) {
      const { assets, routes } = server;
      routes.set('/', () =>
        wholePage({
          title: 'Test',
          heading: 'Test',
          assets,
          body: typeof body === 'function' ? body() : body,
        }),
      );
      const watched = await watchedPage(options);
      await watched.page.goto(`${server.url}/`);
      return watched;
    },
    route: (path, route) => void server.routes.set(path, route),
    close: () => server.close(),
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
