import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { alertsPage } from '#core/analysis/pages/alerts/alerts-page.ts';
import { dashboardPage as analysisDashboard } from '#core/analysis/pages/dashboard/dashboard.ts';
import { historyPage } from '#core/analysis/pages/history/history-page.ts';
import { testPage } from '#core/analysis/pages/test/test-page.ts';
import { metadataPage } from '#core/analysis/pages/metadata/metadata-page.ts';
import { jobPage } from '#core/analysis/pages/job/job-page.ts';
import { adminPage as analysisAdmin } from '#core/analysis/pages/admin/admin.ts';
import { registerPage } from '#core/analysis/pages/register/register.ts';
import { settingsPage } from '#core/analysis/pages/settings/settings.ts';
import { usagePage } from '#core/analysis/pages/usage/usage.ts';
import type { Job } from '#core/analysis/base/tables/tables.ts';
import { adminPage } from '#core/docs/pages/admin/admin.ts';
import { dashboardPage } from '#core/docs/pages/dashboard/dashboard.ts';
import { projectPage } from '#core/docs/pages/project/project.ts';
import { loginPage } from '#core/identity/pages/login.ts';
import { html, type Html } from '#core/web/html.ts';
import { page as wholePage } from '#core/web/page.ts';
import { confirmPage } from '#core/web/pages/confirm-page.ts';
import { errorPage } from '#core/web/pages/error-page.ts';
import { secretPage } from '#core/web/pages/secret-page.ts';
import { dialog } from '#core/web/parts/dialog.ts';
import { badge, copyable, emptyState, live, notice, progress } from '#core/web/parts/feedback.ts';
import { field, formError } from '#core/web/parts/form.ts';
import { table } from '#core/web/parts/table.ts';
import * as analysis from '#test/support/analysis/sample-analysis.ts';
import * as docs from '#test/support/analysis/sample-views.ts';
import { chromePath } from '#test/support/browser/browser.ts';
import { allAttacks as attack, hostile } from '#test/support/browser/hostile.ts';
import { jsonReply, type KitWorld, kitWorld } from '#test/support/browser/kit-page.ts';
import { visitHostile } from '#test/support/browser/visit-hostile.ts';
import { xssCorpus } from '#test/support/browser/xss-corpus.ts';

describe.runIf(chromePath)('hostile content', () => {
  let world: KitWorld;
  beforeAll(async () => {
    world = await kitWorld();
  });
  afterAll(() => world?.close());

  const kit = () => world.server.assets;
  const visit = (draw: () => string, act?: (page: Page) => Promise<void>) =>
    visitHostile(world, draw, act);
  const shell = (body: Html, more: object = {}) =>
    wholePage({ title: 'Test', assets: kit(), body, ...hostile(more) });

  const user = { name: 'a', role: 'a', logoutUrl: 'a' };
  const navigation = [{ label: 'a', url: 'a' }];
  const frame = () =>
    hostile({ assets: kit(), user, navigation, isAdmin: true, now: docs.sampleNow });
  const job = (changes: Partial<Job>, isEmpty = false) =>
    jobPage(
      hostile(
        analysis.sampleJobPage(kit(), {
          job: changes,
          ...(isEmpty && { result: { failures: [], child_job_analyses: [] } }),
        }),
      ),
    );

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

  const pages: [name: string, draw: () => string][] = [
    [
      'the page shell',
      () => {
        const texts = { title: 'a', heading: 'a', lead: 'a', service: 'a', navigation, user };
        return shell(html`<p>${attack}</p>`, texts);
      },
    ],
    [
      'the login page',
      () => {
        const texts = { service: 'a', help: 'a', error: 'a', username: 'a', next: 'a' };
        return loginPage(hostile({ assets: kit(), ...texts }));
      },
    ],
    [
      'the question before a form is sent',
      () => {
        const texts = { question: 'a', text: 'a', verb: 'a', back: 'a', target: attack };
        const fields = Object.fromEntries(xssCorpus.map((text) => [text, text]));
        return confirmPage(frame(), { ...hostile(texts), fields });
      },
    ],
    [
      'the page of a secret',
      () => {
        const texts = { heading: 'a', owner: 'a', what: 'a', secret: 'a' };
        return secretPage(frame(), hostile({ ...texts, next: { url: 'a', label: 'a' } }));
      },
    ],
    [
      'an error page',
      () => {
        const ways = [{ url: attack, label: attack }];
        return errorPage(kit(), { status: 404, code: 'x', message: attack, ways });
      },
    ],
    [
      'the dashboard of the documentation',
      () => {
        const generate = {
          ...{ takesPaths: true, writer: { name: 'a', isOffline: true } },
          ...{ providers: [{ value: 'a', label: 'a' }], values: { source: 'a' } },
          problems: new Map([['source', attack]]),
        };
        return dashboardPage({ ...hostile(docs.sampleDashboard(kit())), generate });
      },
    ],
    [
      'a project’s page',
      () => {
        const project = docs.sampleProject({ status: 'error', error: 'a' });
        return projectPage(hostile(docs.sampleProjectPage(kit(), { project })));
      },
    ],
    [
      'the administrators’ page of the documentation',
      () => adminPage(hostile(docs.sampleAdmin(kit()))),
    ],
    [
      'the page of an analysis',
      () =>
        job({
          ...{ repeats: 'a', writer: 'a' },
          params: {
            ...analysis.sampleJob().params,
            tests_repo_url: 'javascript:pwned()',
            additional_repos: [{ name: attack, url: attack, ref: attack }],
          },
        }),
    ],
    ['a failed analysis', () => job({ status: 'failed', error: 'a' }, true)],
    [
      'a running one',
      () => {
        const progress_log = [{ phase: 'a', timestamp: 1 }];
        return job({ status: 'running', progress_phase: 'a', progress_log }, true);
      },
    ],
    [
      'the dashboard of the analysis',
      () => {
        const view = analysis.sampleDashboard(kit(), undefined, { job: 'a' });
        const build = { job_name: 'a', build_number: 'a', error: 'a' };
        const start = { ...view.start, value: 'a', error: 'a', ci: 'a', build };
        return analysisDashboard(hostile({ ...view, start }));
      },
    ],
    [
      'the metadata of jobs',
      () => {
        const rules = { source: 'file', text: attack, problem: attack } as const;
        return metadataPage(hostile(analysis.sampleMetadataPage(kit(), { rules })));
      },
    ],
    [
      'the search in all failures',
      () => {
        const query = { q: 'a', job: 'a', class: 'a' };
        const view = { ...analysis.sampleFrame(kit()), ...analysis.sampleSearch, query };
        return historyPage(hostile(view));
      },
    ],
    [
      'the history of a test',
      () => {
        const history = analysis.sampleTestHistory;
        return testPage(hostile({ ...analysis.sampleFrame(kit()), history }));
      },
    ],
    [
      'the page that asks for a name',
      () => {
        const waiting = Object.fromEntries(xssCorpus.map((text) => [text, text]));
        const texts = { username: attack, next: attack, error: attack };
        return registerPage({ assets: kit(), ...texts, waiting });
      },
    ],
    [
      'the settings',
      () => settingsPage(hostile({ ...analysis.sampleSettings(kit()), error: 'a' })),
    ],
    [
      'the administrators’ page of the analysis',
      () => {
        const refused = { values: { username: 'a', role: 'a' }, error: 'a', problem: 'a' };
        return analysisAdmin(hostile({ ...analysis.sampleAdmin(kit()), refused }));
      },
    ],
    ['the page of the token usage', () => usagePage(hostile(analysis.sampleUsage(kit())))],
    ['the page of the alerts', () => alertsPage(hostile(analysis.sampleAlerts(kit())))],
  ];
  it.each(pages)('does not run in %s (S8)', (_, draw) => visit(draw));

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
      <lantern-live id="state" src="/state" every="0.1">
        <p data-field="text"></p>
      </lantern-live>`;
    await visit(
      () => shell(body),
      async (page) => {
        await page.getByRole('button', { name: 'Send' }).click();
        await page.locator('[aria-invalid]').waitFor();
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
    await page.goto(`${world.server.url}/raw`);
    await page.evaluate(() => {
      for (const element of document.querySelectorAll<HTMLElement>('*')) element.focus();
    });
    expect(calls).toEqual([]);
    const refused = problems.filter((problem) => problem.startsWith('policy: script-src'));
    expect(refused.length).toBeGreaterThan(5);
  });
});
