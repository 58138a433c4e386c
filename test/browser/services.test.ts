import { describe, expect, it } from 'vitest';
import { html } from '#core/web/html.ts';
import { chromePath } from '#test/support/browser/browser.ts';
import { kitWorld } from '#test/support/browser/kit-page.ts';

describe.runIf(chromePath)('lantern-services', () => {
  const world = kitWorld();

  it('leads to services of this machine by the name that the reader came by', async () => {
    const { page } = await world.show(
      html`<lantern-services>
        <a href="http://0.0.0.0:8001/">Here</a>
        <a href="http://[::]:8001/logs">Here, too</a>
        <a href="https://docs.example.org/">Elsewhere</a>
      </lantern-services>`,
    );
    const { port } = new URL(world.server().url);
    await page.goto(`http://localhost:${port}/`);
    const links = page.locator('lantern-services a');
    const urls = () =>
      links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
    await expect
      .poll(urls)
      .toEqual([
        'http://localhost:8001/',
        'http://localhost:8001/logs',
        'https://docs.example.org/',
      ]);
  });
});
