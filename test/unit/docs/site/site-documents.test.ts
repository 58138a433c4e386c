import { describe, expect, it } from 'vitest';
import type { Plan } from '#core/docs/plan.ts';
import { siteView } from '#core/docs/site/site-view.ts';
import { sitemap, withBase } from '#core/docs/site/sitemap.ts';
import { siteIcon } from '#core/docs/site/render/templates/icon.ts';
import { landingDocument } from '#core/docs/site/render/templates/landing.ts';
import { notFoundDocument } from '#core/docs/site/render/templates/not-found.ts';
import { pageDocument } from '#core/docs/site/render/templates/page.ts';
import { siteHeaders, sitePolicy } from '#core/web/site-policy.ts';
import { sampleOrigin } from '#test/support/docs/rendered-site.ts';
import { sampleSite } from '#test/support/docs/sample-site.ts';

const site = siteView({ name: 'harbour', plan: sampleSite.plan, ...sampleOrigin });
const headings = [
  { depth: 1, id: 'installation', text: 'Installation' },
  { depth: 2, id: 'requirements', text: 'Requirements' },
  { depth: 3, id: 'disk', text: 'Disk & network' },
  { depth: 4, id: 'deep', text: 'Deep' },
];
const body = '<h1 id="installation">Installation</h1><p>Text.</p>';
const document = pageDocument(site, { slug: 'installation', html: body, headings });
const landing = landingDocument(site);

const withHeadings = (...depths: number[]) => {
  const listed = depths.map((depth, at) => ({ depth, id: `h-${at}`, text: `Heading ${at}` }));
  return pageDocument(site, { slug: 'installation', html: body, headings: listed });
};

function bigSite(groups: number, pagesEach: number) {
  const plan: Plan = {
    project_name: 'Big',
    tagline: '',
    navigation: Array.from({ length: groups }, (_, group) => ({
      group: `Group ${group}`,
      pages: Array.from({ length: pagesEach }, (_, at) => ({
        slug: `p-${group}-${at}`,
        title: `Page ${group} ${at}`,
        description: '',
      })),
    })),
  };
  return siteView({ name: 'big', plan, repositoryUrl: null, commit: 'abcdef0123' });
}

it('says in each footer that no model wrote it, only where none did', () => {
  const offline = { ...site, isOfflineWriter: true };
  const page = { slug: 'installation', html: body, headings };
  const documents = (view: typeof site) => [
    ...[landingDocument(view), pageDocument(view, page), notFoundDocument(view)],
  ];
  const badge = '<span class="badge">Written without an AI model</span>';
  for (const text of documents(offline)) expect(text).toContain(badge);
  for (const text of documents(site)) expect(text).not.toContain('AI model');
});

describe('a page', () => {
  it.each([
    [false, []],
    [false, [1, 4]],
    [true, [2, 4]],
    [true, [3]],
    [true, [2, 2]],
    [true, [2, 3]],
  ])('has contents to choose from: %s, with headings of the depths %j', (has, depths) => {
    const shown = withHeadings(...depths);
    expect(shown.includes('id="Contents"')).toBe(has);
    expect(shown.includes('popovertarget="Contents"')).toBe(has);
  });

  it.each([
    ['the rendered text as it is', body],
    ['the active page', 'href="installation.html" aria-current="page"'],
    ['the group of the sidebar', 'id="Group-1">Getting started</p>'],
    ['the previous page', '<link rel="prev" href="introduction.html"'],
    ['its markdown', '<link rel="alternate" type="text/markdown" href="installation.md"'],
    ['headings of depth 2', '<li class="depth-2"><a href="#requirements">Requirements</a>'],
    ['its description', 'content="From nothing to a running harbour in two minutes."'],
    ['its title', '<title>Installation · Harbour</title>'],
    ['the early script', '<script src="assets/theme.js" data-font="assets/text.woff2" ></script>'],
    ['the policy', 'http-equiv="Content-Security-Policy"'],
  ])('has %s', (_, part) => {
    expect(document.replace(/\s+/g, ' ')).toContain(part);
  });

  it.each([
    [200, 50],
    [1, 10_000],
  ])('of a site of %d groups of %d pages links to its neighbours, not to everything', (...size) => {
    const big = bigSite(...size);
    const middle = big.pages[5_000];
    const html = pageDocument(big, { slug: middle?.slug ?? '', html: '', headings: [] });
    expect(html.match(/<a /g)?.length).toBeLessThan(120);
    expect(html).toContain('aria-current="page"');
    expect(html).toMatch(/\d+ more (?:pages|groups)/);
  });
});

describe('every document', () => {
  const documents = [document, landing, notFoundDocument(site)];

  it('has relative addresses of its own files and nothing inline', () => {
    for (const html of documents) {
      const addresses = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, url]) => url ?? '');
      const strange = addresses.filter(
        (url) => !/^(?:[\w-]+\.(?:html|md|txt)|assets\/[\w.]+)?(?:#[\w-]*)?$/.test(url),
      );
      expect(strange.filter((url) => !url.startsWith('https://github.com/example/'))).toEqual([]);
      expect(html).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?!\s(?:defer )?src=)/);
    }
  });

  it('shows no repository where there is none that people can open', () => {
    for (const repositoryUrl of [null, '/srv/git/harbour', 'git@github.com:example/harbour.git']) {
      const local = siteView({
        name: 'x',
        plan: sampleSite.plan,
        commit: 'abc1234',
        repositoryUrl,
      });
      for (const html of [landingDocument(local), notFoundDocument(local)]) {
        expect(html).not.toContain('data-repository');
        expect(html).not.toContain('harbour.git');
        expect(html).not.toContain('/srv');
      }
    }
  });
});

describe('the landing page', () => {
  it('has a hero, a call to action and a card per group with its pages', () => {
    expect(landing).toContain('<h1>Harbour</h1>');
    expect(landing).toContain(sampleSite.plan.tagline);
    expect(landing).toMatch(/class="call" href="introduction\.html"/);
    expect(landing.match(/class="card"/g)).toHaveLength(3);
    for (const { slug } of site.pages) expect(landing).toContain(`href="${slug}.html"`);
  });

  it('shows the project itself: install command, version, and a cited sample', () => {
    const sample = {
      markup: '<pre>a()</pre>',
      path: 'README.md',
      line: 3,
      url: 'https://x.example/a',
    };
    const logo = 'https://x.example/logo.png';
    const picture = 'assets/logo.svg?v=1';
    const face = { install: 'npm install harbour', version: '2.4.1', sample, logo, picture };
    const source = { name: 'harbour', plan: sampleSite.plan, ...sampleOrigin };
    const shown = landingDocument(siteView({ ...source, face }));
    expect(shown).toContain('<img class="logo" src="assets/logo.svg?v=1" alt="" />');
    expect(shown).toContain(`<meta property="og:image" content="${logo}" />`);
    expect(landing).not.toContain('og:image');
    expect(shown).toContain('<code>npm install harbour</code>');
    expect(shown).toContain('<span class="version">v2.4.1</span>');
    expect(shown).toContain(
      '<a href="https://x.example/a" rel="noopener noreferrer"><code>README.md:3',
    );
    expect(shown).not.toContain('class="mark"');
    const local = {
      ...source,
      repositoryUrl: null,
      face: { ...face, sample: { ...sample, url: null } },
    };
    expect(landingDocument(siteView(local))).toContain('From <code>README.md:3</code>');
    expect(landing).not.toMatch(/class="(?:highlight|sample|version)/);
    expect(
      pageDocument(siteView({ ...source, face }), { slug: 'installation', html: body, headings }),
    ).toBe(document);
  });

  it.each([
    ['harbour', 'H'],
    ['@scope/x', 'S'],
    ['😀', ''],
    ['<script>', 'S'],
  ])('has an icon of its own letter: %s', (name, letter) => {
    const { body: icon } = siteIcon(name);
    expect(/<text[^>]*>\s*([^<]*?)\s*<\/text>/.exec(String(icon))?.[1]).toBe(letter);
  });

  it('lists every page of a big site, most of them folded', () => {
    const html = landingDocument(bigSite(10, 100));
    expect(html.match(/href="p-\d+-\d+\.html"/g)).toHaveLength(1_001);
    expect(html.match(/<details>/g)).toHaveLength(10);
  });
});

describe('texts beside it', () => {
  const plan: Plan = {
    project_name: 'Harbour',
    tagline: 'Moves data.',
    navigation: [
      { group: 'One', pages: [{ slug: 'a', title: 'A', description: 'First.' }] },
      { group: 'Empty', pages: [] },
      { group: 'Two', pages: [{ slug: 'b', title: 'B', description: 'Second\n# line.' }] },
    ],
  };
  const view = siteView({ name: 'harbour', plan, repositoryUrl: null, commit: '' });

  it('writes a sitemap that takes an address later', () => {
    const absolute = withBase(sitemap(view), 'https://docs.example/docs/a&b/');
    expect(absolute).toContain('<loc>https://docs.example/docs/a&#38;b/</loc>');
    expect(absolute).toContain('<loc>https://docs.example/docs/a&#38;b/b.html</loc>');
    expect(sitemap(view)).toContain('<loc>index.html</loc>');
  });
});

describe('the policy', () => {
  it('allows no inline code, no evaluation and one host besides', () => {
    expect(sitePolicy).not.toMatch(/unsafe|\*/);
    expect(sitePolicy.match(/https:\/\/[\w.]+/g)).toEqual(['https://api.github.com']);
  });

  it('says in the header what a document cannot', () => {
    expect(siteHeaders['content-security-policy']).toBe(`${sitePolicy}; frame-ancestors 'none'`);
  });
});
