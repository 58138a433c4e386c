import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openOfflineDocs, type OfflineDocs } from '../../scripts/gallery/open-gallery.ts';
import { root } from '../../scripts/program/run.ts';
import { chromePath } from '#test/support/browser/browser.ts';
import { accessibilityProblems, watchedPage } from '#test/support/browser/watched-page.ts';

describe('Lantern, documented by Lantern', () => {
  let docs: OfflineDocs;
  let site: Awaited<ReturnType<OfflineDocs['document']>>;
  beforeAll(async () => {
    docs = await openOfflineDocs();
    site = await docs.document(root, 'lantern');
  }, 600_000);
  afterAll(() => docs?.close());

  const slugs = () => site.plan.navigation.flatMap(({ pages }) => pages.map(({ slug }) => slug));

  it('has its guides, and no pages about what nobody imports', () => {
    expect(slugs()).toEqual(expect.arrayContaining(['tutorial', 'analysis', 'webhook']));
    expect(slugs().filter((slug) => slug.startsWith('api-'))).toEqual([]);
  });

  it('has no link of its own that leads nowhere', async () => {
    const texts = new Map<string, string>();
    const read = async (url: string) => {
      const reply = await fetch(url, { headers: docs.headers });
      return reply.ok ? reply.text() : '';
    };
    for (const slug of ['index', ...slugs()]) {
      texts.set(`${site.url}${slug}.html`, await read(`${site.url}${slug}.html`));
    }
    const wrong: string[] = [];
    for (const [from, text] of texts) {
      for (const [, href = ''] of text.matchAll(/ (?:href|src)="([^"]+)"/g)) {
        const target = new URL(href.replaceAll('&amp;', '&'), from);
        if (!target.href.startsWith(site.url)) continue;
        const page = `${target.origin}${target.pathname}`;
        if (!texts.has(page)) texts.set(page, await read(page));
        const id = decodeURIComponent(target.hash.slice(1));
        const found = texts.get(page) ?? '';
        if (found === '' || (id !== '' && !found.includes(` id="${id}"`))) {
          wrong.push(`${from.slice(site.url.length)}: ${href}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it.runIf(chromePath)('is accessible on every page', async () => {
    const { page, problems } = await watchedPage({ extraHTTPHeaders: docs.headers });
    const found: Record<string, readonly string[]> = {};
    for (const slug of slugs()) {
      await page.goto(`${site.url}${slug}.html`);
      const problems = await accessibilityProblems(page);
      if (problems.length > 0) found[slug] = problems;
    }
    expect({ found, problems }).toEqual({ found: {}, problems: [] });
  });
});
