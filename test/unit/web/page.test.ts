import { describe, expect, it } from 'vitest';
import { loginPage, type LoginView } from '#core/identity/pages/login.ts';
import { html } from '#core/web/html.ts';
import { barChart } from '#core/web/parts/bar-chart.ts';
import { page } from '#core/web/page.ts';
import { pageAssets, type PageAssets } from '#core/web/page-assets.ts';
import { analysisPages, docsPages } from '#test/support/browser/sample-pages.ts';
import { errorPage } from '#core/web/pages/error-page.ts';
import { pageHeaders } from '#core/web/policy.ts';

const entry = { name: 'other', label: 'Other', purpose: 'Tests', health: '/health' };
const files = { path: async (name: string) => `/assets/${name}` };
const assets = await pageAssets(
  { assets: files, environment: {} },
  { styles: ['docs/browser/extra.css'], scripts: ['docs/browser/extra.ts'] },
);

describe('page', () => {
  const written = page({ title: 'Things', heading: 'All <things>', body: html`<p>x</p>`, assets });

  it.each([
    ['its language', '<html lang="en">'],
    ['its title', '<title>Things · Lantern</title>'],
    ['a viewport', 'content="width=device-width, initial-scale=1"'],
    ['both colour schemes', '<meta name="color-scheme" content="light dark" />'],
    [
      'the theme before the styles',
      '<script src="/assets/web/theme.ts"></script>\n<link rel="preload"',
    ],
    [
      'the typeface before the styles, which need it',
      '/assets/web/browser/text.woff2" crossorigin />\n<link rel="stylesheet"',
    ],
    ['the kit as a module', '<script type="module" src="/assets/web/browser/kit.ts"></script>'],
    ['more styles', 'href="/assets/docs/browser/extra.css"'],
    ['more scripts', '<script type="module" src="/assets/docs/browser/extra.ts"></script>'],
    ['an icon', 'href="/assets/web/icon.svg"'],
    ['the heading, escaped', '<h1>All &#60;things&#62;</h1>'],
    ['a skip link', '<a class="skip" href="#main">'],
  ])('has %s', (_, part) => {
    expect(written).toContain(part);
  });

  const pages = { ...docsPages(assets, assets), ...analysisPages(assets), page: () => written };
  it.each(Object.entries(pages))(
    '%s has one h1, one main, nothing inline and no id twice',
    (_, draw) => {
      const document = draw();
      expect(document.match(/<h1/g)).toHaveLength(1);
      expect(document.match(/<main/g)).toHaveLength(1);
      expect(document).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)/);
      const ids = [...document.matchAll(/\sid="([^"]+)"/g)].map((match) => match[1]);
      expect(new Set(ids).size).toBe(ids.length);
    },
  );
});

describe('the header', () => {
  const withOthers = (others: PageAssets['others']) =>
    page({ title: 'T', body: html``, assets: { ...assets, service: 'Webhooks', others } });

  it('names the service, and leads to the others', () => {
    const shown = withOthers([{ label: 'Documentation', url: 'http://a:1/' }]);
    expect(shown).toMatch(/<button[^>]*popovertarget="page-services">\s*Webhooks/);
    expect(shown).toContain('<li><a href="http://a:1/">Documentation</a></li>');
  });

  it('has no list where there are no others', () => {
    expect(withOthers([])).toMatch(/<span class="page-service">Webhooks/);
    expect(withOthers([])).not.toContain('page-services');
  });

  it.each([
    ['no page', [{ ...entry, url: 'http://a:1' }], []],
    ['a page', [{ ...entry, url: 'http://a:1/', home: '/logs' }], [['Other', 'http://a:1/logs']]],
  ])('leads to where a service with %s begins', async (_what, list, links) => {
    const environment = { LANTERN_SERVICES: JSON.stringify(list) };
    const { others = [] } = await pageAssets({ assets: files, environment });
    expect(others.map(({ label, url }) => [label, url])).toEqual(links);
  });
});

describe('loginPage', () => {
  const show = (view: Partial<LoginView>) => loginPage({ assets, ...view });

  it('shows why it failed and keeps the username, never the key', () => {
    const shown = show({ error: 'Invalid username or API key', username: 'ada' });
    expect(shown).toMatch(/role="alert"[^>]*>\s*Invalid username or API key\s*</);
    expect(shown).toContain('value="ada"');
    expect(shown).toMatch(/id="login-api_key"[^>]*autofocus/);
    expect(shown).not.toMatch(/id="login-api_key"[^>]*value=/);
  });
});

it('errorPage says in the words of a form what is too large', () => {
  const problem = {
    status: 413,
    code: 'payload_too_large',
    message: 'Payload too large',
    ways: [],
  };
  expect(errorPage(assets, problem)).toContain('<p class="break">This is too large for a form.');
});

it('barChart has labels that fit left of its lines', () => {
  const bar = { day: '2026-01-31', title: '', parts: [{ look: '', value: 10_272 }] };
  const chart = barChart([bar], 'Failures by day').toString();
  expect(chart.match(/(?<="end">)[^<]+/g)).toEqual(['0', '6K', '12K']);
});

describe('pageHeaders', () => {
  const { 'content-security-policy': policy = '', ...rest } = pageHeaders();

  it.each([
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self'`,
    `img-src 'self' data:`,
    `connect-src 'self'`,
    `font-src 'self'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
    `require-trusted-types-for 'script'`,
  ])('says %s', (directive) => {
    expect(policy.split('; ')).toContain(directive);
  });

  it('never says unsafe', () => {
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
  });

  it('sets the rest', () => {
    expect(rest).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
    });
  });
});
