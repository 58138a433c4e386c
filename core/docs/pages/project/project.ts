import { html, type Html } from '#core/web/html.ts';
import { page } from '#core/web/page.ts';
import { badge, live, notice } from '#core/web/parts/feedback.ts';
import { folds } from '#core/web/parts/folds.ts';
import { ago } from '#core/web/words.ts';
import { count } from '#core/text/count.ts';
import type { Usage } from '../../generate/asking/usage.ts';
import type { Plan } from '../../plan.ts';
import type { PageAnswers } from '../../projects/page-answers.ts';
import { accessBody, type AccessView } from '../admin/access-section.ts';
import type { GenerateView } from '../generate/generate-form.ts';
import { navigation } from '../navigation.ts';
import {
  type ChecksView,
  type PageFrame,
  projectUrls,
  type ProjectView,
  type VariantView,
  type WritingView,
} from '../views.ts';
import { isVariant } from '../../variant.ts';
import { shortCommit, statusBadge, usageText, withBreaks } from '../words.ts';
import { answersRow } from './answers-row.ts';
import { assistant } from './assistant.ts';
import { checkRows } from './checks.ts';
import { historyTable, type ShownRun } from './history-table.ts';
import { abortForm, regenerateForm, regenerateOptions, removeBody } from './project-actions.ts';
import { runningSection } from './running.ts';
import { variantsSection } from './variants-section.ts';

export interface ProjectContent {
  readonly project: ProjectView;
  /** Plan of the published site. */
  readonly plan?: Plan;
  /** Slugs of the pages that could not be written the last time, and why. */
  readonly failedPages: ReadonlyMap<string, string>;
  /** Checks of the published site; absent: the reader does not maintain the project. */
  readonly checks?: ChecksView;
  /** What readers say of its pages, for the same people. */
  readonly answers: readonly PageAnswers[];
  /** Pages of the running generation; empty: there are none yet, or very many. */
  readonly writing: readonly WritingView[];
  /** All sites of the project, with this one. */
  readonly variants: readonly VariantView[];
  readonly history: readonly ShownRun[];
  /** Who wrote the site; null: there is none. */
  readonly writer: string | null;
  /** What writing the site took. */
  readonly used: Usage | undefined;
  /** Absent: the reader cannot generate it, or it is being generated. */
  readonly generate?: GenerateView;
  /** Absent: the reader may not see who has access. */
  readonly access?: AccessView;
}

export interface ProjectPageView extends PageFrame, ProjectContent {
  /** How the reader reached us, without a trailing slash. */
  readonly baseUrl: string;
  readonly refreshSeconds?: number;
  /** What was done before this page, for browsers without script. */
  readonly notice?: Html | false;
}

export function projectPage(view: ProjectPageView): string {
  const { assets, user, project } = view;
  const isRunning = project.status === 'generating';
  return page({
    title: project.name,
    description: `The documentation of ${project.name}: its site, the work in progress and every generation.`,
    assets,
    navigation: navigation(view),
    user,
    body: html`
      ${view.notice}
      ${live('project', content(view), {
        seconds: view.refreshSeconds ?? (isRunning ? 1 : 15),
      })}
    `,
  });
}

/** What is there, what happens, what can be done, and what was. */
function content(view: ProjectPageView): Html {
  const { project, history, now } = view;
  const { status, error } = project;
  return html`
    ${heading(view)} ${status === 'generating' && runningSection(project, view.writing)}
    ${
      status === 'error' &&
      notice(
        'bad',
        html`<p class="break">${error ?? 'The generation failed.'}</p>
          ${servedSite(view)}`,
      )
    }
    ${gapsSection(view)} ${siteSection(view)} ${variantsSection(project, view.variants, now)}
    ${manageSection(view)}
    <section class="section" data-key="history" aria-labelledby="history-title">
      <h2 id="history-title">History</h2>
      ${historyTable(history, now)}
    </section>
  `;
}

/** What readers still see after a generation that failed. */
function servedSite({ project, now }: ProjectPageView): Html | false {
  const { commit, generatedAt, pages } = project;
  if (generatedAt === null || commit === null) return false;
  return html`<p>
    The site from ${ago(generatedAt, now)} is still served: ${count(pages, 'page')}, commit
    ${shortCommit(commit)}.
  </p>`;
}

function heading({ project, plan }: ProjectPageView): Html {
  const { name, status, generatedAt } = project;
  const { site, download } = projectUrls(project);
  const hasSite = generatedAt !== null;
  return html`<div class="page-heading">
    <div class="title-line">
      <h1>${name}</h1>
      ${statusBadge(status, project.errorPages)}
    </div>
    ${plan && plan.tagline !== '' && html`<p class="lead break">${plan.tagline}</p>`}
    <div class="project-actions">
      ${
        hasSite &&
        html`<a class="button primary" href="${site}">Open site</a
          ><a class="button" href="${download}">Download</a>`
      }
      ${
        status === 'generating'
          ? abortForm(project)
          : !hasGaps(project) && regenerateForm(project, { look: hasSite ? 'quiet' : 'primary' })
      }
    </div>
    ${
      status !== 'generating' &&
      project.nextWriter !== null &&
      html`<p class="hint">Regenerating uses ${project.nextWriter}.</p>`
    }
  </div>`;
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
  return html`<section class="notice warn stack gaps" data-key="gaps" aria-labelledby="gaps-title">
    <h2 id="gaps-title">${count(project.errorPages, 'page')} could not be written</h2>
    <ul class="break">
      ${[...failedPages].map(
        ([slug, reason]) => html`<li><strong>${titles.get(slug) ?? slug}</strong>: ${reason}</li>`,
      )}
    </ul>
    ${
      retry &&
      html`${retry}
        <p class="hint">If the commit is the same, all other pages stay unchanged.</p>`
    }
  </section>`;
}

function siteSection(view: ProjectPageView): Html {
  const { project, plan, checks, answers, writer, used, failedPages, now } = view;
  const { repository, branch, commit, generatedAt, pages, errorPages } = project;
  const fact = (label: string, value: Html | string | false | null | undefined) =>
    !!value &&
    html`<div>
      <dt>${label}</dt>
      <dd>${value}</dd>
    </div>`;
  const isLink = /^https:\/\//.test(repository);
  const rows = [
    plan && {
      key: 'plan',
      summary: `${count(pages, 'page')} in ${count(plan.navigation.length, 'group')}`,
      body: planBody(project, plan, failedPages),
    },
    ...(checks ? checkRows(checks) : []),
    ...(answers.length > 0 ? [answersRow(answers, plan)] : []),
  ].filter((row) => row !== undefined);
  return html`<section class="section" data-key="site" aria-labelledby="site-title">
    <h2 id="site-title" class="visually-hidden">The site</h2>
    <dl class="site-facts">
      ${fact('Repository', isLink ? html`<a href="${repository}">${withBreaks(repository)}</a>` : repository)}
      ${fact('Branch or tag', branch)} ${fact('Owner', !project.isOwn && project.owner)}
      ${fact('Commit', commit !== null && shortCommit(commit))}
      ${fact('Generated', generatedAt !== null && ago(generatedAt, now))}
      ${fact('Pages', `${pages}${errorPages > 0 ? `, ${errorPages} failed` : ''}`)}
      ${fact('Written by', writer)} ${fact('Usage', used && usageText(used))}
    </dl>
    ${rows.length > 0 && folds(rows)}
  </section>`;
}

function manageSection({ project, generate, access, baseUrl }: ProjectPageView): Html | false {
  const rows = [
    project.generatedAt !== null && {
      key: 'assistant',
      summary: 'Ask this site from your assistant',
      body: assistant(baseUrl, project.name),
    },
    generate && {
      key: 'options',
      summary: 'Regenerate with other options',
      body: regenerateOptions(project, generate),
    },
    access && {
      key: 'access',
      summary:
        access.guests.length === 0
          ? 'Access: only its owner and administrators'
          : `Access: ${count(access.guests.length, 'reader')} besides its owner and administrators`,
      body: accessBody(project, access),
    },
    project.mayWrite &&
      project.status !== 'generating' && {
        key: 'delete',
        summary: isVariant(project.name) ? 'Delete this site…' : 'Delete this project…',
        body: removeBody(project),
      },
  ].filter((row) => !!row);
  return (
    rows.length > 0 &&
    html`<section class="section" data-key="manage" aria-labelledby="manage-title">
      <h2 id="manage-title">Manage</h2>
      ${folds(rows)}
    </section>`
  );
}

/** The pages of the site, in reading order. */
function planBody(
  project: ProjectView,
  { navigation }: Plan,
  failedPages: ReadonlyMap<string, string>,
): Html {
  const { sitePage } = projectUrls(project);
  const isReadable = project.generatedAt !== null;
  return html`<div class="plan">
    ${navigation.map(
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
  </div>`;
}
