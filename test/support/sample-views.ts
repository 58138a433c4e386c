import type { HomeView } from '#core/docs/pages/home.ts';
import type { PageAssets } from '#core/web/page-assets.ts';

/** The home page as `npm start` shows it, with one service down and one not asked yet. */
export function sampleHome(assets: PageAssets, changes: Partial<HomeView> = {}): HomeView {
  return {
    assets,
    baseUrl: 'http://127.0.0.1:8000',
    services: [
      {
        name: 'Documentation',
        purpose: 'Writes and serves a site for each repository',
        url: '/',
        healthUrl: '/health',
        health: 'up',
        milliseconds: 2,
      },
      {
        name: 'Failure analysis',
        purpose: 'Says why a build failed, and whose fault it is',
        url: 'http://127.0.0.1:8001/',
        healthUrl: 'http://127.0.0.1:8001/health',
        health: 'up',
        milliseconds: 11,
      },
      {
        name: 'Webhooks',
        purpose: 'Receives deliveries and keeps their logs',
        url: 'http://127.0.0.1:5000/logs',
        healthUrl: 'http://127.0.0.1:5000/webhook_server/healthcheck',
        health: 'up',
        milliseconds: 4,
      },
      {
        name: 'Sessions',
        purpose: 'Searches what agents did and said',
        healthUrl: 'http://127.0.0.1:8080/health',
        health: 'down',
      },
      {
        name: 'Agent',
        purpose: 'Runs coding agents behind one interface',
        healthUrl: 'http://127.0.0.1:9100/health',
        health: 'unknown',
      },
    ],
    ...changes,
  };
}
