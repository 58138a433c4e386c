import { expect, it } from 'vitest';
import { readServices } from '#core/docs/services.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { laptopEnvironment } from '../../../scripts/laptop.ts';
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
  ['analysis=http://a:1', 'http://a:1/health'],
  ['analysis=http://a:1/', 'http://a:1/health'],
  ['webhook=http://a:1 /webhook_server/healthcheck', 'http://a:1/webhook_server/healthcheck'],
  ['other = http://a:1', 'http://a:1/health'],
])('%s is asked at %s', async (list, healthUrl) => {
  expect(await beside(list, [healthUrl])).toMatchObject([{ healthUrl, health: 'up' }]);
  expect(await beside(list, [])).toMatchObject([{ healthUrl, health: 'down' }]);
});

it('a laptop lists the services that are built, and where they say that they are well', async () => {
  const others = [
    { name: 'docs', url: 'http://a:1' },
    { name: 'agent', url: 'http://a:2' },
  ];
  const { LANTERN_SERVICES = '' } = laptopEnvironment('docs', {}, 'data', others);
  const found = await beside(LANTERN_SERVICES, ['http://a:1/health']);
  expect(found.map(({ name, health }) => [name, health])).toEqual([['docs', 'up']]);
});
