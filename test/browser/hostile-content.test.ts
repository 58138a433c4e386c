import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminPage } from '#core/docs/pages/admin/admin.ts';
import { confirmPage } from '#core/web/pages/confirm-page.ts';
import { dashboardPage } from '#core/docs/pages/dashboard/dashboard.ts';
import { errorPage } from '#core/web/pages/error-page.ts';
import { secretPage } from '#core/web/pages/secret-page.ts';
import { projectPage } from '#core/docs/pages/project/project.ts';
import { loginPage } from '#core/identity/pages/login.ts';
import { html } from '#core/web/html.ts';
import { page as wholePage } from '#core/web/page.ts';
import { dialog } from '#core/web/parts/dialog.ts';
import { badge, copyable, emptyState, live, notice, progress } from '#core/web/parts/feedback.ts';
import { field, formError } from '#core/web/parts/form.ts';
import { table } from '#core/web/parts/table.ts';
import { chromePath } from '#test/support/browser.ts';
import { jsonReply, type KitWorld, kitWorld } from '#test/support/kit-page.ts';
import {
  sampleAdmin,
  sampleDashboard,
  sampleProject,
  sampleProjectPage,
} from '#test/support/sample-views.ts';
import { visitHostile } from '#test/support/visit-hostile.ts';
import { xssCorpus } from '#test/support/xss-corpus.ts';

function hostileProject(text: string, changes: Parameters<typeof sampleProject>[0] = {}) {
  return sampleProject({
    ...{ name: text, owner: text, repository: text, branch: text, provider: text, model: text },
    ...{ commit: text, error: text, isOwn: true },
    running: {
      ...{ stage: 'generating_pages', done: 1, total: 2, page: text },
      ...{ seconds: 1, tokens: null, cost: null },
    },
    ...changes,
  });
}

// Each sink takes the whole corpus.
describe.runIf(chromePath)('hostile content', () => {
  let world: KitWorld;
  beforeAll(async () => {
    world = await kitWorld();
  });
  afterAll(() => world?.close());

  const visit = (draw: (attack: string) => string, act?: (page: Page) => Promise<void>) =>
    visitHostile(world, draw, act);

  const shell = (body: Parameters<typeof wholePage>[0]['body'], rest: object = {}) =>
    wholePage({ title: 'Test', assets: world.server.assets, body, ...rest });

  const frame = (attack: string) => ({
    assets: world.server.assets,
    user: { name: attack, role: attack, logoutUrl: attack },
    navigation: [{ label: attack, url: attack }],
    isAdmin: true,
    now: new Date('2026-03-01T09:26:00.000Z'),
  });

  const sinks: [name: string, draw: (attack: string) => string][] = [
    [
      'the page shell',
      (attack) =>
        shell(html`<p>${attack}</p>`, {
          title: attack,
          heading: attack,
          lead: attack,
          service: attack,
          navigation: xssCorpus.map((url) => ({ label: attack, url })),
          user: { name: attack, role: attack, logoutUrl: attack },
        }),
    ],
    [
      'a table',
      (attack) =>
        shell(
          table({
            caption: attack,
            rows: [...xssCorpus],
            id: (row) => row,
            filter: attack,
            empty: html``,
            columns: [
              {
                label: attack,
                sort: 'text',
                kind: 'heading',
                cell: (row) => row,
                value: (row) => row,
              },
              { label: 'Link', cell: (row) => html`<a href="${row}" title="${row}">${row}</a>` },
            ],
          }),
        ),
    ],
    [
      'a form',
      (attack) =>
        shell(
          html`<form>
            ${formError(attack)}
            ${field('f', {
              name: attack,
              label: attack,
              value: attack,
              hint: attack,
              error: attack,
              placeholder: attack,
              pattern: 'x',
            })}
          </form>`,
        ),
    ],
    [
      'feedback',
      (attack) =>
        shell(
          html`${badge('good', attack)} ${notice('bad', attack)} ${copyable(attack, attack)}
          ${progress(attack, { value: 1, max: 2, text: attack })} ${emptyState(attack, html``)}
          ${dialog('d', attack, html`${attack}`)} ${live('l', html`${attack}`)}`,
        ),
    ],
    [
      'the login page',
      (attack) =>
        loginPage({
          assets: world.server.assets,
          service: attack,
          help: attack,
          error: attack,
          username: attack,
          next: attack,
        }),
    ],
    [
      'the dashboard',
      (attack) =>
        dashboardPage(
          sampleDashboard(world.server.assets, {
            baseUrl: attack,
            user: { name: attack, role: attack, logoutUrl: attack },
            generate: {
              takesPaths: true,
              writer: { name: attack, isOffline: true },
              providers: [{ value: attack, label: attack }],
              values: { source: attack },
              problems: new Map([['source', attack]]),
            },
            projects: [...xssCorpus, attack].flatMap((text) => [
              hostileProject(text),
              hostileProject(text, { status: 'generating', owner: `${text}2` }),
              hostileProject(text, { status: 'error', owner: `${text}3` }),
            ]),
            services: xssCorpus.map((url) => ({
              name: url,
              purpose: url,
              url,
              healthUrl: url,
              health: 'up',
            })),
          }),
        ),
    ],
    [
      'a project’s page',
      (attack) =>
        projectPage(
          sampleProjectPage(world.server.assets, {
            project: hostileProject(attack, { status: 'error' }),
            plan: {
              project_name: attack,
              tagline: attack,
              navigation: xssCorpus.map((text) => ({
                group: text,
                pages: [{ slug: text, title: text, description: text }],
              })),
            },
            writer: attack,
            failedPages: new Map(xssCorpus.map((text) => [text, text])),
            history: xssCorpus.map((text) => ({
              id: text,
              status: 'error',
              startedAt: '2026-03-01T09:26:00.000Z',
              seconds: 1,
              commit: text,
              pages: 1,
              reused: 0,
              failed: 1,
              tokens: null,
              cost: null,
              error: text,
              writer: text,
            })),
            access: { guests: [...xssCorpus], candidates: [...xssCorpus] },
          }),
        ),
    ],
    [
      'the administrators’ page',
      (attack) =>
        adminPage(
          sampleAdmin(world.server.assets, {
            users: [...xssCorpus, attack].map((text) => ({
              username: text,
              role: text,
              createdAt: '2026-03-01T09:26:00.000Z',
              isSelf: false,
            })),
            projects: [...xssCorpus, attack].map((text) => ({
              name: text,
              owner: text,
              isOwn: false,
              guests: [text],
            })),
          }),
        ),
    ],
    [
      'the question before a form is sent',
      (attack) =>
        confirmPage(frame(attack), {
          ...{ question: attack, text: attack, verb: attack, back: attack, target: attack },
          fields: Object.fromEntries(xssCorpus.map((text) => [text, text])),
        }),
    ],
    [
      'the page of a secret',
      (attack) =>
        secretPage(frame(attack), {
          ...{ heading: attack, owner: attack, what: attack, secret: attack },
          next: { url: attack, label: attack },
        }),
    ],
    [
      'an error page',
      (attack) =>
        errorPage(world.server.assets, {
          ...{ status: 404, code: 'x', message: attack },
          ways: [{ url: attack, label: attack }],
        }),
    ],
  ];
  it.each(sinks)('does not run in %s (S8)', async (_, draw) => {
    await visit(draw);
  });

  it('does not run when the kit shows it (S8)', async () => {
    world.route('/answer', () =>
      jsonReply(422, { detail: xssCorpus.map((attack) => `name: ${attack}`).join('; ') }),
    );
    world.route('/state', () => jsonReply(200, { text: xssCorpus.join('\n') }));
    await visit(
      () =>
        shell(
          html`<lantern-form>
              <form method="post" action="/answer">
                ${formError()} ${field('f', { name: 'name', label: 'Name' })}
                <button>Send</button>
              </form>
            </lantern-form>
            <lantern-live id="state" src="/state" every="0.1">
              <p data-field="text"></p>
            </lantern-live>`,
        ),
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
    await visit(
      (attack) =>
        shell(
          live(
            'region',
            html`<p>${attack}</p>
              <b>Turn ${(turn += 1)}</b>`,
            { source: '/hostile', seconds: 0.1 },
          ),
        ),
      (page) => page.getByText('Turn 3').waitFor(),
    );
  });

  it('is refused by the policy even where escaping were forgotten (S8)', async () => {
    const { page, problems, close } = await world.show(html``);
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
    expect(
      problems.filter((problem) => problem.startsWith('policy: script-src')).length,
    ).toBeGreaterThan(5);
    await close();
  });
});
