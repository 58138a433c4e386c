import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { jobPage } from '#core/analysis/pages/job/job-page.ts';
import { registerPage } from '#core/analysis/pages/register/register.ts';
import { dashboardPage } from '#core/docs/pages/dashboard/dashboard.ts';
import { html, type Html } from '#core/web/html.ts';
import { page as wholePage } from '#core/web/page.ts';
import { confirmPage } from '#core/web/pages/confirm-page.ts';
import { dialog } from '#core/web/parts/dialog.ts';
import { badge, copyable, emptyState, live, notice, progress } from '#core/web/parts/feedback.ts';
import { field, formError } from '#core/web/parts/form.ts';
import { table } from '#core/web/parts/table.ts';
import * as analysis from '#test/support/analysis/sample-analysis.ts';
import * as docs from '#test/support/analysis/sample-views.ts';
import { analysisPages, docsPages } from '#test/support/browser/sample-pages.ts';
import type { PageAssets } from '#core/web/page-assets.ts';
import { chromePath } from '#test/support/browser/browser.ts';
import { allAttacks as attack, hostile } from '#test/support/browser/hostile.ts';
import { jsonReply, kitWorld } from '#test/support/browser/kit-page.ts';
import { visitHostile } from '#test/support/browser/visit-hostile.ts';
import { xssCorpus } from '#test/support/browser/xss-corpus.ts';

describe.runIf(chromePath)('hostile content', () => {
  const world = kitWorld();

  const kit = () => world.server().assets;
  const visit = (draw: () => string, act?: (page: Page) => Promise<void>) =>
    visitHostile(world, draw, act);
  const shell = (body: Html, more: object = {}) =>
    wholePage({ title: 'Test', assets: kit(), body, ...hostile(more) });

  const parts: [name: string, body: () => Html][] = [
    [
      'a table',
      () =>
        table({
          ...{ caption: attack, rows: [...xssCorpus], filter: attack, empty: html`` },
          id: (row) => row,
          columns: [
            { label: attack, sort: 'text', kind: 'heading', cell: String, value: String },
            { label: 'Link', cell: (row) => html`<a href="${row}" title="${row}">${row}</a>` },
          ],
        }),
    ],
    [
      'a form',
      () => {
        const texts = hostile({ name: 'a', label: 'a', value: 'a', hint: 'a', error: 'a' });
        return html`<form>
          ${formError(attack)} ${field('f', { ...texts, placeholder: attack, pattern: 'x' })}
        </form>`;
      },
    ],
    [
      'feedback',
      () =>
        html`${badge('good', attack)} ${notice('bad', attack)} ${copyable(attack, attack)}
        ${progress(attack, { value: 1, max: 2, text: attack })} ${emptyState(attack, html``)}
        ${dialog('d', attack, html`${attack}`)} ${live('l', html`${attack}`)}`,
    ],
  ];
  it.each(parts)('does not run in %s (S8)', (_, body) => visit(() => shell(body())));

  it('does not run in the page shell (S8)', () => {
    const user = { name: 'a', role: 'a', logoutUrl: 'a' };
    const texts = { title: 'a', heading: 'a', lead: 'a', service: 'a', user };
    return visit(() =>
      shell(html`<p>${attack}</p>`, { ...texts, navigation: [{ label: 'a', url: 'a' }] }),
    );
  });

  const pages = () => ({ ...docsPages(kit(), kit(), hostile), ...analysisPages(kit(), hostile) });
  const none = {} as PageAssets;
  const paths = Object.keys({ ...docsPages(none, none), ...analysisPages(none) });
  // 1,000 failures, which hold the same texts.
  it.each(paths.filter((path) => path !== '/large'))('does not run on %s (S8)', (path) =>
    visit(() => pages()[path]?.() ?? ''),
  );

  const fields = Object.fromEntries(xssCorpus.map((text) => [text, text]));
  const others: [name: string, draw: () => string][] = [
    [
      'the question before a form is sent',
      () => {
        const texts = hostile({ question: 'a', text: 'a', verb: 'a', back: 'a' });
        const frame = hostile({ assets: kit(), navigation: [] });
        return confirmPage(frame, { ...texts, target: attack, fields });
      },
    ],
    ['the page that asks for a name', () => registerPage({ assets: kit(), waiting: fields })],
    [
      'the problems of a form',
      () => {
        const view = docs.sampleDashboard(kit());
        const problems = new Map([['source', attack]]);
        const { generate } = view;
        return dashboardPage({ ...view, ...(generate && { generate: { ...generate, problems } }) });
      },
    ],
    [
      'links to the code',
      () => {
        const { params } = analysis.sampleJob();
        const additional_repos = [{ name: attack, url: attack, ref: attack }];
        const job = {
          params: { ...params, tests_repo_url: 'javascript:pwned()', additional_repos },
        };
        return jobPage(hostile(analysis.sampleJobPage(kit(), { job })));
      },
    ],
  ];
  it.each(others)('does not run in %s (S8)', (_, draw) => visit(draw));

  it('does not run when the kit shows it (S8)', async () => {
    const detail = xssCorpus.map((text) => `name: ${text}`).join('; ');
    world.route('/answer', () => jsonReply(422, { detail }));
    world.route('/state', () => jsonReply(200, { text: attack }));
    const body = html`<lantern-form>
        <form method="post" action="/answer">
          ${formError()} ${field('f', { name: 'name', label: 'Name' })}
          <button>Send</button>
        </form>
      </lantern-form>
      <lantern-form show="state"
        ><form method="post" action="/state"><button>Show</button></form></lantern-form
      >
      <div id="state" hidden><p data-field="text"></p></div>`;
    await visit(
      () => shell(body),
      async (page) => {
        await page.getByRole('button', { name: 'Send' }).click();
        await page.locator('[aria-invalid]').waitFor();
        await page.getByRole('button', { name: 'Show' }).click();
        await page.waitForFunction(
          () => document.querySelector('[data-field]')?.textContent !== '',
        );
        await page.evaluate((attacks) => {
          for (const text of attacks) {
            document.dispatchEvent(
              new CustomEvent('lantern:announce', { detail: { text, tone: 'bad' } }),
            );
          }
        }, xssCorpus);
        await page.locator('.toast').last().waitFor();
      },
    );
  });

  it('does not run when a live region brings it (S8)', async () => {
    let turn = 0;
    const body = () =>
      html`<p>${attack}</p>
        <b>Turn ${(turn += 1)}</b>`;
    await visit(
      () => shell(live('region', body(), { source: '/hostile', seconds: 0.1 })),
      (page) => page.getByText('Turn 3').waitFor(),
    );
  });

  it('is refused by the policy even where escaping were forgotten (S8)', async () => {
    const { page, problems } = await world.show(html``);
    const calls: string[] = [];
    await page.exposeFunction('pwned', () => calls.push('pwned'));
    world.route(
      '/raw',
      () => `<!doctype html><body>${xssCorpus.slice(0, 12).join('')}<img src=x onerror=pwned()>`,
    );
    await page.goto(`${world.server().url}/raw`);
    await page.evaluate(() => {
      for (const element of document.querySelectorAll<HTMLElement>('*')) element.focus();
    });
    expect(calls).toEqual([]);
    const refused = problems.filter((problem) => problem.startsWith('policy: script-src'));
    expect(refused.length).toBeGreaterThan(5);
  });
});
