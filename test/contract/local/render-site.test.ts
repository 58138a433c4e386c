import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { patientOffload } from '#test/support/processes/patient-offload.ts';
import { Failure } from '#core/platform/failure.ts';
import type { Offload } from '#core/platform/ports/programs/offload.ts';
import { eachTest } from '#test/support/each-test.ts';
import { expectFailure } from '#test/support/expect-failure.ts';
import { openSites, sourceOf } from '#test/support/docs/site-world.ts';

const offload = patientOffload();
const use = eachTest(() => openSites({ offload }));

const pages = {
  one: '# One\n\nSee [two](two.md#part), [three](three) and [here](#end).\n\n## End\n',
  two: '# Two\n\n## Part\n\n[Back](./one.html) to [nothing](gone.md).\n',
  three: '# Three\n\n```ts\nlet a = 1;\n```\n',
};
const indexes = ['search-index.0.js', 'search-index.json'];

describe('rendering a site', () => {
  it('makes the files that the requirement lists', async () => {
    const { render, paths, read, file } = use();
    const report = await render(sourceOf(pages));
    expect(report).toEqual({
      pages: 3,
      plain: [],
      diagrams: { drawn: 0, failed: [] },
      deadLinks: [{ page: 'two', target: 'gone.md' }],
    });
    const scripts = ['theme', 'search', 'copy', 'callouts', 'scrollspy', 'codelabels', 'github'];
    expect(await paths()).toEqual(
      expect.arrayContaining([
        ...['index.html', '404.html', 'search-index.json', 'llms.txt', 'llms-full.txt'],
        ...['sitemap.xml', 'citations.json', 'assets/style.css', 'assets/commit.js'],
        ...scripts.map((name) => `assets/${name}.js`),
        ...Object.keys(pages).flatMap((slug) => [`${slug}.html`, `${slug}.md`]),
      ]),
    );
    for (const [slug, markdown] of Object.entries(pages)) {
      expect(await read(`${slug}.md`)).toBe(markdown);
      expect(await readFile(file(`${slug}.html`), 'utf8')).toBe(await read(`${slug}.html`));
    }
  });

  it('settles links between pages and headings', async () => {
    const { render, read } = use();
    await render(sourceOf(pages));
    const one = await read('one.html');
    expect(one).toContain('<a href="two.html#part">two</a>');
    expect(one).toContain('<a href="three.html">three</a>');
    expect(one).toContain('<a href="#end">here</a>');
    const two = await read('two.html');
    expect(two).toContain('<a href="one.html">Back</a> to nothing.');
  });

  it('draws diagrams, and counts those that it shows as code', async () => {
    const { render, read } = use();
    const block = (source: string) => `\`\`\`mermaid\n${source}\n\`\`\`\n`;
    const one = `# One\n\n${block('graph TD\n A[Alpha] --> B')}\n> ${block('pie').replace(/\n/g, '\n> ')}`;
    const report = await render(sourceOf({ ...pages, one }));
    expect(report.diagrams).toEqual({
      drawn: 1,
      failed: [{ page: 'one', reason: expect.stringContaining('flowcharts') as string }],
    });
    const html = (await read('one.html')) ?? '';
    expect(html.match(/<svg [^>]*role="img"/g)).toHaveLength(1);
    expect(html).toContain('<code class="language-mermaid">pie');
    // Its labels are no sentences for a snippet; its text is there to be copied.
    expect(await read('search/page.0.js')).not.toContain('Alpha');
    expect(await read('one.md')).toBe(one);
  });

  it('shows files that citations lead to, and writes them again only when they change', async () => {
    const { render, read, written } = use();
    const file = 'source/src-a.ts-12345678.html';
    const one = `# One\n\nSee [\`src/a.ts:1-2\`](${file}#L1-L2), [no](source/../x.html).\n`;
    const source = { path: 'src/a.ts', file, text: 'let hidden;\nlet b;\n', pages: ['one'] };
    const sources = [{ ...source, lines: [[1, 2]] as const }];
    const report = await render(sourceOf({ ...pages, one }, { sources }));
    expect(report.deadLinks).toContainEqual({ page: 'one', target: 'source/../x.html' });
    expect(await read('one.html')).toContain(`<a href="${file}#L1-L2"><code>src/a.ts:1-2`);
    const html = (await read(file)) ?? '';
    expect(html).toContain('<span class="range" id="L1-L2"><span class="line" id="L1"');
    expect(html).toContain('<span class="pl-k">let</span>');
    expect(html).toContain('<a href="../one.html">Title of one</a>');
    expect(html).toContain('<meta name="robots" content="noindex" />');
    for (const path of ['sitemap.xml', 'llms-full.txt', 'search-index.json', 'search/page.0.js']) {
      expect(await read(path)).not.toContain('hidden');
    }
    expect(await read('sitemap.xml')).not.toContain('source/');
    await render(sourceOf({ ...pages, one }, { sources, commit: 'b'.repeat(40) }));
    expect(written()).not.toContain(file);
    const changed = [{ ...source, text: 'let c;\n', lines: [] }];
    await render(sourceOf({ ...pages, one }, { sources: changed }));
    expect(written()).toContain(file);
    await render(sourceOf(pages));
    expect(await read(file)).toBeUndefined();
  });

  it('writes all text for language models, in the order of reading', async () => {
    const { render, read } = use();
    await render(sourceOf(pages));
    const text = await read('llms-full.txt');
    const first = '# Sample\n\n> A sample\n\n---\n';
    const parts = Object.entries(pages).map(
      ([slug, markdown]) => `\nSource: ${slug}.md\n\n${markdown}\n---\n`,
    );
    expect(text).toBe(first + parts.join(''));
    const index = JSON.parse((await read('search-index.json')) ?? '') as object[];
    expect(index).toEqual(
      Object.entries(pages).map(([slug, content]) => ({
        slug,
        title: `Title of ${slug}`,
        content,
      })),
    );
  });
});

describe('rendering a site again', () => {
  it('writes only what has changed', async () => {
    const { render, read, written, paths } = use();
    await render(sourceOf(pages));
    const before = await paths();
    const three = '# Three\n\nOther words.\n';
    await render(sourceOf({ ...pages, three }));
    const isWordIndex = (path: string) => /^search\/(?!page|text)/.test(path);
    expect(written().filter((path) => !isWordIndex(path))).toEqual(
      [
        ...['llms-full.txt', ...indexes, 'search/page.2.js', 'search/text.2.js'],
        ...['three.html', 'three.md'],
      ].sort(),
    );
    expect(await paths()).toEqual(before);
    expect(await read('three.html')).toContain('Other words.');
    expect(await read('three.md')).toBe(three);
    expect(await read('one.md')).toBe(pages.one);
    expect(await read('llms-full.txt')).toContain(
      `${pages.two}\n---\n\nSource: three.md\n\n${three}`,
    );
    expect(await read('search-index.json')).toContain('Other words.');
  });

  it('shows a new commit without touching the pages', async () => {
    const { render, written } = use();
    await render(sourceOf(pages));
    await render(sourceOf(pages, { commit: 'b'.repeat(40) }));
    expect(written()).toEqual(['assets/commit.js', 'citations.json', 'index.html']);
  });

  it('renders again over a site that another worker published meanwhile (R3)', async () => {
    const { render, blobs, target, read } = use();
    await render(sourceOf(pages));
    const two = '# Two anew\n\n## Part\n';
    let asked = 0;
    const late = await openSites({
      offload,
      blobs: {
        ...blobs,
        async newVersion(prefix) {
          const version = await blobs.newVersion(prefix);
          asked += 1;
          if (asked === 1) await render(sourceOf({ one: '# Only one\n' }));
          return version;
        },
      },
    });
    await late.render(sourceOf({ ...pages, two }));
    expect(asked).toBe(2);
    expect(await read('two.md')).toBe(two);
    expect(await read('one.html')).toContain('<a href="two.html#part">two</a>');
    expect(await blobs.published(target.site)).toBeDefined();
    await late.close();
  });

  it('makes all anew when files of the site were taken away', async () => {
    const { render, blobs, target, read } = use();
    await render(sourceOf(pages));
    await blobs.delete(`${await blobs.published(target.site)}one.html`);
    await render(sourceOf({ ...pages, three: '# Three anew\n' }));
    expect(await read('one.html')).toContain('<a href="two.html#part">two</a>');
  });
});

describe('a site that cannot be rendered', () => {
  it('stops when it is aborted', async () => {
    const { render, blobs, target } = use();
    const controller = new AbortController();
    const markdown = async (slug: string) => {
      if (slug === 'two') controller.abort();
      return `# ${slug}\n`;
    };
    const rendering = render(sourceOf(pages, { markdown }), controller.signal);
    await expectFailure(rendering, 'upstream', 'aborted');
    expect(await blobs.published(target.site)).toBeUndefined();
  });

  it.each(['timed_out', 'exhausted', 'failed'])(
    'shows the text of a page whose rendering %s, and renders the others',
    async (code) => {
      const world = await openSites({ offload: failingFor('three', code) });
      const report = await world.render(sourceOf(pages));
      expect(report.plain).toEqual(['three']);
      expect(await world.read('three.html')).toContain('<pre tabindex="0"># Three');
      expect(await world.read('one.html')).toContain('<a href="three.html">three</a>');
      expect(world.logs).toHaveLength(1);
      const healed = await openSites({ offload, blobs: world.blobs });
      expect((await healed.render(sourceOf(pages))).plain).toEqual([]);
      expect(await healed.read('three.html')).toContain('<h1 id="three">');
      await Promise.all([healed.close(), world.close()]);
    },
  );

  it('shows the diagrams of a page as code when drawing takes too long', async () => {
    const isDrawn = (page: object) => !('isUndrawn' in page);
    const world = await openSites({ offload: failingFor('three', 'timed_out', isDrawn) });
    const three = '# Three\n\n```mermaid\ngraph TD\n A --> B\n```\n';
    const report = await world.render(sourceOf({ ...pages, three }));
    expect([report.plain, report.diagrams.drawn]).toEqual([[], 0]);
    expect(report.diagrams.failed).toEqual([{ page: 'three', reason: 'Drawing took too long' }]);
    expect(await world.read('three.html')).toContain('<code class="language-mermaid">');
    const healed = await openSites({ offload, blobs: world.blobs });
    const again = await healed.render(sourceOf({ ...pages, three }));
    expect(again).toMatchObject({ diagrams: { drawn: 1, failed: [] } });
    await Promise.all([healed.close(), world.close()]);
  });

  it.each(['> '.repeat(100), '- '.repeat(100), '1. '.repeat(100), '>'.repeat(100)])(
    'shows a text that begins with %j as it is',
    async (deep) => {
      const { render, read } = use();
      const report = await render(sourceOf({ ...pages, deep: `# Deep\n\n${deep}word\n` }));
      expect(report.plain).toEqual(['deep']);
      expect(await read('deep.html')).toContain('word');
    },
  );
});

/** Fails as the adapter does whenever the page is among those to be rendered. */
function failingFor(
  slug: string,
  code: string,
  isFailing: (page: object) => boolean = () => true,
): Offload {
  return {
    ...offload,
    async run(work) {
      const { pages: sent = [] } = work.input as { pages?: { slug: string }[] };
      if (sent.some((page) => page.slug === slug && isFailing(page)))
        throw new Failure('upstream', code, 'No luck');
      return offload.run(work);
    },
    close: async () => {},
  };
}
