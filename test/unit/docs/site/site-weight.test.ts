import { expect, it } from 'vitest';
import { renderedSite } from '#test/support/docs/rendered-site.ts';
import { sampleSite } from '#test/support/docs/sample-site.ts';
import { transferred } from '#test/support/docs/site-server.ts';

it('loads at most 60 kB for the home besides the font, and at most 40 kB for that', async () => {
  const { files } = await renderedSite(sampleSite);
  const home = files.find(({ path }) => path === 'index.html');
  const style = files.find(({ path }) => path === 'assets/style.css');
  const named = `${String(home?.body)}${Buffer.from(style?.body ?? '').toString()}`;
  const loaded = files.filter(
    ({ path }) => path === 'index.html' || named.includes(path.replace(/^.*\//, '')),
  );
  const weigh = (isFont: boolean) =>
    loaded
      .filter(({ path }) => path.endsWith('.woff2') === isFont)
      .reduce((sum, file) => sum + transferred(file).length, 0);
  const paths = loaded.map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining(['assets/style.css', 'assets/search.js']));
  expect(weigh(false)).toBeGreaterThan(5_000);
  expect(weigh(false)).toBeLessThanOrEqual(60_000);
  expect(weigh(true)).toBeGreaterThan(5_000);
  expect(weigh(true)).toBeLessThanOrEqual(40_000);
});
