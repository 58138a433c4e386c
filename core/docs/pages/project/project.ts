import { html, type Html } from '#core/web/html.ts';
import { page } from '#core/web/page.ts';
import { badge, live, notice } from '#core/web/parts/feedback.ts';
import { ago, count } from '#core/web/words.ts';
import type { Followed } from '../../generation/progress/follow.ts';
import type { Plan } from '../../writing/plan.ts';
import { accessSection, type AccessView } from '../admin/access-section.ts';
import { historyTable } from './history-table.ts';
import { navigation } from '../navigation.ts';
import { abortForm, regenerateForm, removeSection } from './project-actions.ts';
import { running } from './running.ts';
import { projectUrls, type PageFrame, type ProjectView, type RunView } from '../views.ts';
import { shortCommit, statusBadge } from '../words.ts';

export interface ProjectContent {
  readonly project: ProjectView;
  /** The state that is shown, and what its page follows. */
  readonly seen: string;
  readonly follows: readonly Followed[];
  /** Of the site that is there. */
  readonly plan?: Plan;
  /** Slugs of the pages that could not be written the last time, and why. */
  readonly failedPages: ReadonlyMap<string, string>;
  readonly history: readonly RunView[];
  /** Who wrote the site; null: there is none. */
  readonly writer: string | null;
  /** Absent: the reader may not see who has access. */
  readonly access?: AccessView;
}

export interface ProjectPageView extends PageFrame, ProjectContent {
  readonly refreshSeconds?: number;
  /** What was done before this page, for browsers without script. */
  readonly notice?: Html | false;
}

export function projectPage(view: ProjectPageView): string {
  const { assets, user, project, access } = view;
  const isRunning = project.status === 'generating';
  return page({
    title: project.name,
    description: `The documentation of ${project.name}: its site, what runs, and every generation.`,
    assets,
    navigation: navigation(view),
    user,
    body: html`
      ${view.notice}
      ${live('project', content(view), {
        seconds: view.refreshSeconds ?? (isRunning ? 0.3 : 15),
        source: projectUrls(project).after(view.seen),
      })}
      ${access && accessSection(project, access)} ${removeSection(project)}
    `,
  });
}

function content(view: ProjectPageView): Html {
  const { project, plan, history, now } = view;
  const { name, status, error, generatedAt } = project;
  const urls = projectUrls(project);
  return html`
    <div class="page-heading">
      <div class="title-line">
        <h1>${name}</h1>
        ${statusBadge(status, project.errorPages)}
      </div>
      ${plan && plan.tagline !== '' && html`<p class="lead break">${plan.tagline}</p>`}
      <div class="project-actions">
        ${
          generatedAt !== null &&
          html`<a class="button primary" href="${urls.site}">Open site</a
            ><a class="button" href="${urls.download}">Download</a>`
        }
        ${
          status === 'generating'
            ? abortForm(project)
            : [
                !hasGaps(project) && regenerateForm(project),
                regenerateForm(project, { force: true }),
              ]
        }
      </div>
      ${
        status !== 'generating' &&
        project.nextWriter !== null &&
        html`<p class="hint">Regenerating uses ${project.nextWriter}.</p>`
      }
    </div>
    ${status === 'generating' && html`<section class="card" aria-label="Progress">${running(name, project.running)}</section>`}
    ${status === 'error' && notice('bad', html`<p class="break">${error ?? 'The generation failed.'}</p>`)}
    ${gapsSection(view)} ${facts(view)} ${plan && planSection(view, plan)}
    <section class="section" aria-labelledby="history-title">
      <div class="section-heading">
        <div>
          <h2 id="history-title">History</h2>
          <p>When it was generated, how long it took and what it used.</p>
        </div>
      </div>
      ${historyTable(history, now)}
    </section>
  `;
}

function hasGaps({ status, errorPages }: ProjectView): boolean {
  return status === 'ready' && errorPages > 0;
}

/** Which pages a site lacks, why, and the button that writes them. */
function gapsSection({ project, plan, failedPages }: ProjectPageView): Html | false {
  if (!hasGaps(project)) return false;
  const pages = plan?.navigation.flatMap((group) => group.pages) ?? [];
  const titles = new Map(pages.map(({ slug, title }) => [slug, title]));
  const retry = regenerateForm(project, { look: '' });
  return html`<section class="notice warn stack gaps" aria-labelledby="gaps-title">
    <h2 id="gaps-title">${count(project.errorPages, 'page')} could not be written</h2>
    <ul class="break">
      ${[...failedPages].map(
        ([slug, reason]) => html`<li><strong>${titles.get(slug) ?? slug}</strong>: ${reason}</li>`,
      )}
    </ul>
    ${
      retry &&
      html`${retry}
        <p class="hint">At the same commit all other pages stay as they are.</p>`
    }
  </section>`;
}

function facts({ project, writer, now }: ProjectPageView): Html {
  const { repository, branch, commit, generatedAt, pages, errorPages } = project;
  const isLink = /^https:\/\//.test(repository);
  const row = (label: string, value: Html | string | false | null) =>
    value !== false &&
    value !== null &&
    html`<dt>${label}</dt>
      <dd>${value}</dd>`;
  return html`<section class="section" aria-labelledby="facts-title">
    <h2 id="facts-title" class="visually-hidden">Facts</h2>
    <dl class="facts project-facts-list">
      ${row('Repository', isLink ? html`<a href="${repository}">${repository}</a>` : repository)}
      ${row('Branch', branch)} ${!project.isOwn && row('Owner', project.owner)}
      ${row('Commit', commit !== null && shortCommit(commit))}
      ${row('Generated', generatedAt !== null && ago(generatedAt, now))}
      ${row('Pages', `${pages}${errorPages > 0 ? `, ${errorPages} failed` : ''}`)}
      ${row('Written by', writer)}
    </dl>
  </section>`;
}

function planSection({ project, failedPages }: ProjectPageView, plan: Plan): Html {
  const { sitePage } = projectUrls(project);
  const isReadable = project.generatedAt !== null;
  return html`<section class="section" aria-labelledby="plan-title">
    <div class="section-heading">
      <div>
        <h2 id="plan-title">Pages</h2>
        <p>In reading order.</p>
      </div>
    </div>
    <div class="plan">
      ${plan.navigation.map(
        ({ group, pages }) =>
          html`<section>
            <h3>${group}</h3>
            <ul role="list">
              ${pages.map(({ slug, title, description }) => {
                const problem = failedPages.get(slug);
                return html`<li>
                  ${isReadable ? html`<a href="${sitePage(slug)}">${title}</a>` : html`<strong>${title}</strong>`}
                  <span>${description}</span>
                  ${problem !== undefined && html`${badge('bad', 'Failed')}<span>${problem}</span>`}
                </li>`;
              })}
            </ul>
          </section>`,
      )}
    </div>
  </section>`;
}
