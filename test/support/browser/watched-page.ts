import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach } from 'vitest';
import { launchBrowser } from './browser.ts';

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

export interface WatchedPage {
  readonly page: Page;
  /** Console errors, thrown errors and violations of the policy so far. */
  readonly problems: string[];
}

let browser: Promise<Browser> | undefined;
const contexts: BrowserContext[] = [];
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
});
afterAll(async () => (await browser)?.close());

/** A page that records every error, in a new context of the file's browser. It closes with its
 * test. */
export async function watchedPage(
  options: BrowserContextOptions = {},
  program?: string,
): Promise<WatchedPage> {
  browser ??= launchBrowser(program);
  const context = await (
    await browser
  ).newContext({ viewport: { width: 1280, height: 900 }, ...options });
  contexts.push(context);
  // A limit for what hangs: browsers are slow on a busy machine.
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`));
  await page.exposeBinding('reportRefusal', (_, text: string) => problems.push(`policy: ${text}`));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const report = (globalThis as unknown as { reportRefusal: (text: string) => void })
        .reportRefusal;
      report(`${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  return { page, problems };
}

/** axe's findings, one line per rule. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  return page.evaluate(async () => {
    interface Result {
      violations: {
        id: string;
        help: string;
        nodes: { html: string; failureSummary?: string }[];
      }[];
    }
    const { axe } = globalThis as unknown as {
      axe: { run: (root: Document, options: object) => Promise<Result> };
    };
    // Waits for finite animations; endless ones are ignored.
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.all(ending.map((animation) => animation.finished.catch(() => {})));
    const { violations } = await axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    });
    return violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary ?? ''}`).join(' | ')}`,
    );
  });
}
