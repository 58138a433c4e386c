import { expect, it } from 'vitest';
import { readServices } from '#core/docs/pages/dashboard/read-services.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { services } from '#functions/manifest.ts';
import { laptopEnvironment } from '../../../../scripts/services/laptop.ts';
import { manualClock } from '#test/support/manual-clock.ts';

/** Services of which those at the given addresses are well. */
function beside(list: string, well: readonly string[]) {
  const fetch: Platform['fetch'] = async (url) => {
    const body = Buffer.from('');
    return { status: well.includes(url) ? 200 : 503, headers: {}, body, text: () => '' };
  };
  const environment = { ADMIN_KEY: 'sixteen-or-more!', LANTERN_SERVICES: list };
  return readServices({ environment, fetch, clock: manualClock() });
}

it.each([
  ['http://a:1', '/health', 'http://a:1/health'],
  ['http://a:1/', '/webhook_server/healthcheck', 'http://a:1/webhook_server/healthcheck'],
])('the service at %s with its health at %s is asked at %s', async (url, health, healthUrl) => {
  const list = JSON.stringify([{ name: 'other', label: 'Other', purpose: 'Tests', url, health }]);
  expect(await beside(list, [healthUrl])).toMatchObject([{ healthUrl, health: 'up' }]);
  expect(await beside(list, [])).toMatchObject([{ healthUrl, health: 'down' }]);
});

it('a laptop tells every service of the others, in one order', () => {
  const others = ['sessions', 'docs', 'agent'].map((name) => ({ name, url: 'http://a:1' }));
  const { LANTERN_SERVICES = '' } = laptopEnvironment(services.webhook, {}, others);
  const names = (JSON.parse(LANTERN_SERVICES) as { name: string }[]).map(({ name }) => name);
  expect(names).toEqual(['docs', 'sessions', 'agent']);
});

it('a laptop lists the services, with the page that people open below its own address', async () => {
  const others = [
    { name: 'analysis', url: 'http://a:1' },
    { name: 'unknown', url: 'http://a:2' },
  ];
  const { LANTERN_SERVICES = '' } = laptopEnvironment(services.docs, {}, others);
  const found = await beside(LANTERN_SERVICES, ['http://a:1/health']);
  expect(found).toMatchObject([{ name: 'Failure analysis', url: '/analysis/', health: 'up' }]);
});
