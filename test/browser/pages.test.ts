import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminPage } from '#core/docs/pages/admin/admin.ts';
import { docsSite } from '#core/docs/pages/docs-site.ts';
import { dashboardPage } from '#core/docs/pages/dashboard/dashboard.ts';
import { errorPage } from '#core/web/pages/error-page.ts';
import { secretPage } from '#core/web/pages/secret-page.ts';
import { projectPage } from '#core/docs/pages/project/project.ts';
import { sitesPage } from '#core/docs/pages/sites/sites.ts';
import { loginPage } from '#core/identity/pages/login.ts';
import { chromePath, launchBrowser } from '#test/support/browser.ts';
import { isComplete } from '#test/support/level.ts';
import { type PageServer, pageServer } from '#test/support/page-server.ts';
import {
  sampleAdmin,
  sampleDashboard,
  sampleProjectPage,
  sampleProjects,
  sampleSelection,
} from '#test/support/sample-views.ts';
import { accessibilityProblems, watchedPage } from '#test/support/watched-page.ts';

describe.runIf(chromePath)('pages', () => {
  let browser: Browser;
  let server: PageServer;

  beforeAll(async () => {
    [browser, server] = await Promise.all([launchBrowser(), pageServer()]);
    const { assets: kit, routes } = server;
    const assets = await server.assetsWith(docsSite.files);
    const user = { name: 'vic', role: 'viewer', logoutUrl: '/logout' };
    const { generate: _generate, ...reading } = sampleDashboard(assets, { user, isAdmin: false });
    routes.set('/', () => dashboardPage(sampleDashboard(assets)));
    routes.set('/viewer', () => dashboardPage(reading));
    routes.set('/empty', () =>
      dashboardPage(sampleDashboard(assets, { projects: [], services: [] })),
    );
    routes.set('/many', () => {
      const many = {
        text: 'a',
        standing: 'error',
        all: 512,
        matching: 240,
        pages: 3,
        page: 2,
      } as const;
      const selection = sampleSelection(sampleProjects, many);
      return dashboardPage(sampleDashboard(assets, { selection }));
    });
    routes.set('/found-nothing', () => {
      const selection = sampleSelection([], { text: 'nowhere', all: 512 });
      return dashboardPage(sampleDashboard(assets, { projects: [], selection }));
    });
    routes.set('/project', () => projectPage(sampleProjectPage(assets)));
    routes.set('/admin', () => adminPage(sampleAdmin(assets)));
    const listed = {
      name: 'lantern',
      isOnly: true,
      isOwn: true,
      generatedAt: '2026-03-01T09:30:00.000Z',
    };
    const sites = [
      { ...listed, owner: 'ada' },
      { ...listed, owner: 'grace', isOwn: false, isOnly: false },
    ];
    const frame = { assets, isAdmin: true, now: new Date(), sites };
    routes.set('/sites', () => sitesPage({ ...frame, user }));
    routes.set('/public-sites', () => sitesPage({ ...frame, sites: [] }));
    routes.set('/key', () =>
      secretPage(
        { assets, user, navigation: [] },
        {
          ...{ heading: 'API key created', owner: 'g'.repeat(50), what: 'the key' },
          ...{ secret: `app_${'k'.repeat(43)}`, next: { url: '/', label: 'Back' } },
        },
      ),
    );
    routes.set('/none', () =>
      errorPage(assets, {
        ...{ status: 404, code: 'no_file', message: 'File not found' },
        ...{ ways: [docsSite.home], sentences: docsSite.sentences },
      }),
    );
    routes.set('/login', () =>
      loginPage({ assets: kit, service: 'Documentation', next: '/docs/a/' }),
    );
    routes.set('/refused', () =>
      loginPage({
        assets: kit,
        service: 'Failure analysis',
        error: 'Invalid username or API key',
        username: 'ada',
      }),
    );
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  const widths = [1280, 375, 320];
  type Look = [name: string, widths: number[], options: BrowserContextOptions];
  const few: Look[] = [
    ['light', [1280], { colorScheme: 'light' }],
    ['dark', [375], { colorScheme: 'dark' }],
    ['forced colours', [320], { forcedColors: 'active' }],
  ];
  const all: Look[] = [
    ['light', widths, { colorScheme: 'light' }],
    ['dark', widths, { colorScheme: 'dark' }],
    ['forced colours', widths, { forcedColors: 'active' }],
    ['dark forced colours', [320], { forcedColors: 'active', colorScheme: 'dark' }],
    ['more contrast', [320], { contrast: 'more' }],
    ['no script', [320], { javaScriptEnabled: false }],
  ];
  // Every kind of content in every look; what differs in words alone is looked at once.
  const paths = ['/', '/project', '/admin', '/refused', '/sites', '/key'];

  describe.each(isComplete ? all : few)('%s', (_, shown, options) => {
    it.each(shown)('is accessible, fits and stays silent at %i px', async (width) => {
      const { page, problems, close } = await watchedPage(browser, {
        ...options,
        viewport: { width, height: 800 },
      });
      const found: Record<string, unknown> = {};
      for (const path of paths) {
        await page.goto(server.url + path);
        const overflow = await page.evaluate(
          () => document.body.scrollWidth - document.body.clientWidth,
        );
        if (overflow > 0) found[`${path} is too wide by`] = overflow;
        const violations =
          options.javaScriptEnabled === false ? [] : await accessibilityProblems(page);
        if (violations.length > 0) found[path] = violations;
      }
      await close();
      expect({ found, problems }).toEqual({ found: {}, problems: [] });
    });
  });

  it('is accessible for viewers, without services and before the first try', async () => {
    const { page, problems, close } = await watchedPage(browser);
    for (const path of [
      '/viewer',
      '/empty',
      '/many',
      '/found-nothing',
      '/none',
      '/login',
      '/public-sites',
    ]) {
      await page.goto(server.url + path);
      expect({ path, found: await accessibilityProblems(page) }).toEqual({ path, found: [] });
    }
    expect(problems).toEqual([]);
    await close();
  });

  it('is accessible with the dialog open, a message shown and a filter set', async () => {
    const { page, problems, close } = await watchedPage(browser);
    await page.goto(`${server.url}/admin`);
    await page.getByLabel('Filter users').fill('grace');
    await page.evaluate(() =>
      document.dispatchEvent(
        new CustomEvent('lantern:announce', { detail: { text: 'Saved.', tone: 'good' } }),
      ),
    );
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.goto(`${server.url}/`);
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(problems).toEqual([]);
    await close();
  });

  it('has controls of at least 24 px', async () => {
    const { page, close } = await watchedPage(browser, { viewport: { width: 320, height: 800 } });
    await page.goto(`${server.url}/`);
    const small = await page.evaluate(() =>
      [...document.querySelectorAll('button, input:not([type=hidden]), summary, a.button, nav a')]
        .filter((element) => element.checkVisibility())
        // A tick is pressed through its label.
        .map((element) => (element.matches('[type=checkbox]') ? element.parentElement : element))
        .map((element) => ({ box: element?.getBoundingClientRect(), html: element?.outerHTML }))
        .filter(({ box }) => box && (box.width < 24 || box.height < 24))
        .map(({ html }) => html),
    );
    expect(small).toEqual([]);
    await close();
  });

  it('walks by keyboard in reading order, starting with the skip link', async () => {
    const { page, close } = await watchedPage(browser);
    await page.goto(`${server.url}/`);
    const walked: string[] = [];
    for (let step = 0; step < 11; step += 1) {
      await page.keyboard.press('Tab');
      walked.push(
        await page.evaluate(() => {
          const element = document.activeElement as HTMLElement & { labels?: NodeList };
          return (element.labels?.[0]?.textContent ?? element.textContent)
            .replace(/\s+/g, ' ')
            .trim();
        }),
      );
    }
    expect(walked).toEqual([
      'Skip to content',
      'Lantern',
      'Projects',
      'Docs',
      'Admin',
      'API',
      'System',
      'Sign out',
      'Repository URL or local folder',
      'Generate',
      'More options',
    ]);
    await close();
  });

  it('skips to the content', async () => {
    const { page, close } = await watchedPage(browser);
    await page.goto(`${server.url}/`);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
    await close();
  });

  it('shows where the focus is on every control', async () => {
    const { page, close } = await watchedPage(browser);
    await page.goto(`${server.url}/`);
    const bare: string[] = [];
    for (let step = 0; step < 25; step += 1) {
      await page.keyboard.press('Tab');
      const missing = await page.evaluate(() => {
        const element = document.activeElement;
        if (!element || element === document.body) return undefined;
        const shown = element.matches('[type=radio]') ? element.closest('label') : element;
        const { outlineStyle, outlineWidth } = getComputedStyle(shown ?? element);
        const isShown = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
        return isShown ? undefined : element.outerHTML;
      });
      if (missing !== undefined) bare.push(missing);
    }
    expect(bare).toEqual([]);
    await close();
  });
});
